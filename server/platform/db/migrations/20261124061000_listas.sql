-- A page of what ended is read in the order of its list: of a stage, by when it began and by how long it took.
create index visita_por_horas on visita (etapa_id, (reloj_hasta - reloj_desde)) where fin = 'paso';
create index visita_por_paso on visita (etapa_id, previa_hasta) where previa_hasta is not null;
create index visita_por_horas_paso on visita (etapa_id, (desde - previa_hasta)) where previa_hasta is not null;
create index visita_por_vuelta on visita (etapa_id, vuelta_desde) where vuelta_desde is not null;
create index visita_por_horas_vuelta on visita (etapa_id, (desde - vuelta_desde)) where vuelta_desde is not null;
create index on visita (empresa_id, hasta) where hasta is not null;

create index dispositivo_lector on dispositivo (empresa_id) where tipo = 'Reader' and eliminado is null;
create index on cambio (empresa_id, tiempo) where clase = 'estado' and a = 'Posible extravío';
create index on cambio (empresa_id, tiempo) where clase = 'estado' and de = 'Posible extravío';
create index on auditoria (empresa_id, entidad);
create index on entrega (creada) where estado <> 'pendiente';
create index on aviso (tiempo);
create index on aviso_hecho (tiempo);
create index on incidencia (lector_id);
