-- Places and readers of a company's incidents, and its families, are found from one to the next.
create index incidencia_lugar on incidencia (empresa_id, ubicacion_id, lector_id);
create index incidencia_lector on incidencia (empresa_id, lector_id);
create index dispositivo_familia on dispositivo (empresa_id, familia);
-- Those that are gone are few.
create index dispositivo_fuera on dispositivo (id) where eliminado is not null;
-- What was found again in a week is counted in the index alone.
create index cambio_recuperado on cambio (empresa_id, tiempo) include (a) where clase = 'estado' and de = 'Posible extravío';
drop index cambio_empresa_id_tiempo_idx2;
