-- Companies whose rows the role that is logged in may see: those that bi_rol names for it. Whoever has the tables sees all of them.
create view bi_empresa as
select e.id, e.nombre
from empresa e
where pg_has_role(session_user, (select relowner from pg_class where oid = 'empresa'::regclass), 'usage')
  or exists (select from bi_rol r where r.rol = session_user and (r.empresa_id is null or r.empresa_id = e.id));

-- A real becomes a double by its text: 28.2 is 28.200000762939453 else.
create view bi.contenedores with (security_barrier) as
select d.empresa_id, m.nombre as empresa, d.id as contenedor_id, coalesce(d.apodo, d.mac) as contenedor, d.mac, d.familia, d.etiqueta,
  d.activado, d.creado as alta, d.ubicacion as lugar, u.planta, d.certeza::text::float8 as certeza, d.situacion, d.lector_desde as en_lugar_desde,
  coalesce(d.lector_apodo, d.lector_mac) as lector, d.segunda as segundo_lugar, d.segunda_certeza::text::float8 as segundo_certeza,
  (array['Parado', 'En movimiento', 'Impacto'])[d.estado + 1] as estado, d.posible_estado, d.ultimo_registro,
  d.bateria::text::float8 as bateria_pct, d.temperatura::text::float8 as temperatura_c, d.lat as latitud, d.lon as longitud,
  c.nombre as ciclo, t.nombre as etapa, v.desde as en_etapa_desde
from dispositivo_actual d
join empresa m on m.id = d.empresa_id
left join ubicacion u on u.empresa_id = d.empresa_id and u.nombre = d.ubicacion
left join visita v on v.dispositivo_id = d.id and v.hasta is null
left join etapa t on t.id = v.etapa_id
left join ciclo c on c.id = v.ciclo_id
where d.tipo <> 'Reader' and d.empresa_id = any (array(select id from bi_empresa));
comment on view bi.contenedores is 'Cada contenedor registrado, como está ahora.';
comment on column bi.contenedores.empresa_id is 'Número de la empresa.';
comment on column bi.contenedores.empresa is 'Nombre de la empresa.';
comment on column bi.contenedores.contenedor_id is 'Número del contenedor; no cambia con el apodo ni con la etiqueta.';
comment on column bi.contenedores.contenedor is 'Apodo del contenedor o, si no tiene, su MAC.';
comment on column bi.contenedores.mac is 'MAC o número de serie de la etiqueta que lleva.';
comment on column bi.contenedores.familia is 'Parte del apodo anterior al primer guion.';
comment on column bi.contenedores.etiqueta is 'Rótulo del contenedor; -1: ninguno.';
comment on column bi.contenedores.activado is 'Si está en uso, según las personas.';
comment on column bi.contenedores.alta is 'Cuándo se registró.';
comment on column bi.contenedores.lugar is 'Ubicación en que está o estuvo por última vez.';
comment on column bi.contenedores.planta is 'Planta de la ubicación; vacío: sin planta.';
comment on column bi.contenedores.certeza is 'Certeza del lugar, de 0 a 1; nulo: desconocida.';
comment on column bi.contenedores.situacion is 'Cómo se sabe el lugar: en_sitio, en_camino, callado, sin_senal o lector_mudo.';
comment on column bi.contenedores.en_lugar_desde is 'Desde cuándo se le oye en ese lugar.';
comment on column bi.contenedores.lector is 'Apodo o MAC del lector que lo oye.';
comment on column bi.contenedores.segundo_lugar is 'Siguiente ubicación probable.';
comment on column bi.contenedores.segundo_certeza is 'Certeza del segundo lugar, de 0 a 1.';
comment on column bi.contenedores.estado is 'Parado, En movimiento o Impacto.';
comment on column bi.contenedores.posible_estado is 'Lo que conviene pensar de él ahora, por ejemplo Ubicado o Posible extravío.';
comment on column bi.contenedores.ultimo_registro is 'Cuándo se le oyó por última vez.';
comment on column bi.contenedores.bateria_pct is 'Batería de la etiqueta, en %.';
comment on column bi.contenedores.temperatura_c is 'Temperatura de la etiqueta, en °C.';
comment on column bi.contenedores.latitud is 'Latitud, en grados (WGS 84).';
comment on column bi.contenedores.longitud is 'Longitud, en grados (WGS 84).';
comment on column bi.contenedores.ciclo is 'Ciclo que recorre.';
comment on column bi.contenedores.etapa is 'Etapa del ciclo en que está; nulo: en ninguna.';
comment on column bi.contenedores.en_etapa_desde is 'Desde cuándo está en la etapa.';

-- As it was written: nothing here depends on the time of asking, so that a change of it is a change of a row.
create view bi.estancias with (security_barrier) as
select e.empresa_id, m.nombre as empresa, e.dispositivo_id as contenedor_id, coalesce(d.apodo, d.mac) as contenedor, d.familia,
  e.desde as oido_desde, greatest(e.desde, p.desde) as desde, least(e.hasta, p.hasta) as hasta,
  extract(epoch from least(e.hasta, p.hasta) - greatest(e.desde, p.desde))::float8 / 3600 as horas,
  coalesce(e.ubicacion_id, p.ubicacion_id) as lugar_id, coalesce(u.nombre, p.nombre) as lugar, u.planta,
  case when p.hasta is null then e.certeza end as certeza, e.lector_id, coalesce(l.apodo, l.mac) as lector, e.silencio
from (
  select empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, null::float8 as certeza from estancia
  union all
  select empresa_id, dispositivo_id, lector_id, ubicacion_id, lector_desde, null, false, certeza::text::float8 from dispositivo_estado
  where lector_id is not null and lector_desde is not null
) e
join empresa m on m.id = e.empresa_id
join dispositivo d on d.id = e.dispositivo_id and d.tipo <> 'Reader'
left join dispositivo l on l.id = e.lector_id
left join lector_lugar p on p.lector_id = e.lector_id and p.desde < coalesce(e.hasta, 'infinity')
  and coalesce(p.hasta, 'infinity') > e.desde
left join ubicacion u on u.id = coalesce(e.ubicacion_id, p.ubicacion_id)
where e.empresa_id = any (array(select id from bi_empresa));
comment on view bi.estancias is 'Cada contenedor en un lugar, desde cuándo y hasta cuándo; también las que siguen.';
comment on column bi.estancias.empresa_id is 'Número de la empresa.';
comment on column bi.estancias.empresa is 'Nombre de la empresa.';
comment on column bi.estancias.contenedor_id is 'Número del contenedor.';
comment on column bi.estancias.contenedor is 'Apodo del contenedor o, si no tiene, su MAC; los de ahora.';
comment on column bi.estancias.familia is 'Familia del contenedor.';
comment on column bi.estancias.oido_desde is 'Desde cuándo se le oye allí; con contenedor_id identifica la estancia. Si el lector se traslada entre tanto, hay una fila por lugar.';
comment on column bi.estancias.desde is 'Llegada.';
comment on column bi.estancias.hasta is 'Salida; nulo: sigue, o no se le ha oído en otro lugar.';
comment on column bi.estancias.horas is 'Duración, en horas; nulo: sigue.';
comment on column bi.estancias.lugar_id is 'Número de la ubicación.';
comment on column bi.estancias.lugar is 'Ubicación.';
comment on column bi.estancias.planta is 'Planta de la ubicación; vacío: sin planta.';
comment on column bi.estancias.certeza is 'Certeza del lugar, de 0 a 1, mientras la estancia sigue; de las acabadas no se guarda.';
comment on column bi.estancias.lector_id is 'Número del lector.';
comment on column bi.estancias.lector is 'Apodo o MAC del lector que lo oyó.';
comment on column bi.estancias.silencio is 'Verdadero: después de ella nadie lo oyó, y no se sabe cuándo salió.';

create view bi.eventos with (security_barrier) as
select e.empresa_id, m.nombre as empresa, e.id::text as evento_id, e.tiempo, e.dispositivo_id as contenedor_id,
  coalesce(d.apodo, d.mac) as contenedor, d.familia, (array['Parado', 'En movimiento', 'Impacto'])[e.estado + 1] as estado,
  nullif(e.lector_id, 0) as lector_id, coalesce(l.apodo, l.mac) as lector, coalesce(u.nombre, p.nombre) as lugar_lector, u.planta, e.etiqueta,
  e.bateria::text::float8 as bateria_pct, e.temperatura::text::float8 as temperatura_c
from evento e
join empresa m on m.id = e.empresa_id
left join dispositivo d on d.id = e.dispositivo_id
left join dispositivo l on l.id = e.lector_id
left join lector_lugar p on p.lector_id = e.lector_id and p.desde <= e.tiempo and coalesce(p.hasta, 'infinity') > e.tiempo
left join ubicacion u on u.id = p.ubicacion_id
where e.empresa_id = any (array(select id from bi_empresa));
comment on view bi.eventos is 'Cada cambio de estado, de lector, de rótulo o de batería, cada impacto y cada latido.';
comment on column bi.eventos.empresa_id is 'Número de la empresa.';
comment on column bi.eventos.empresa is 'Nombre de la empresa.';
comment on column bi.eventos.evento_id is 'Identificador del evento: con tiempo, único. Texto, porque pasa de 2^53.';
comment on column bi.eventos.tiempo is 'Cuándo ocurrió.';
comment on column bi.eventos.contenedor_id is 'Número del contenedor o del lector de que trata.';
comment on column bi.eventos.contenedor is 'Su apodo o, si no tiene, su MAC; los de ahora.';
comment on column bi.eventos.familia is 'Familia del contenedor.';
comment on column bi.eventos.estado is 'Parado, En movimiento o Impacto.';
comment on column bi.eventos.lector_id is 'Número del lector que lo oyó; nulo: ninguno conocido.';
comment on column bi.eventos.lector is 'Apodo o MAC de ese lector.';
comment on column bi.eventos.lugar_lector is 'Dónde estaba el lector entonces; no dice más cierto dónde estaba el contenedor: eso lo dicen las estancias.';
comment on column bi.eventos.planta is 'Planta de esa ubicación.';
comment on column bi.eventos.etiqueta is 'Rótulo que llevaba.';
comment on column bi.eventos.bateria_pct is 'Batería de la etiqueta, en %.';
comment on column bi.eventos.temperatura_c is 'Temperatura de la etiqueta, en °C.';

create view bi.incidencias with (security_barrier) as
select i.empresa_id, m.nombre as empresa, i.id as incidencia_id, i.dispositivo_id as contenedor_id, coalesce(d.apodo, d.mac) as contenedor,
  d.familia, i.tiempo as desde, i.hasta, i.impactos, i.pico_g::text::float8 as pico_g, i.lector_id, coalesce(l.apodo, l.mac) as lector,
  u.nombre as lugar_lector, u.planta, i.revisado,
  case when i.mirado or i.hubo_golpe_real or i.hubo_danio then i.hubo_golpe_real end as hubo_golpe_real,
  case when i.mirado or i.hubo_golpe_real or i.hubo_danio then i.hubo_danio end as hubo_danio, i.cerrada, i.cerrada_por_nombre as cerrada_por
from incidencia i
join empresa m on m.id = i.empresa_id
join dispositivo d on d.id = i.dispositivo_id
left join dispositivo l on l.id = i.lector_id
left join ubicacion u on u.id = i.ubicacion_id
where i.empresa_id = any (array(select id from bi_empresa));
comment on view bi.incidencias is 'Cada ráfaga de impactos que alguien debe revisar.';
comment on column bi.incidencias.empresa_id is 'Número de la empresa.';
comment on column bi.incidencias.empresa is 'Nombre de la empresa.';
comment on column bi.incidencias.incidencia_id is 'Número de la incidencia.';
comment on column bi.incidencias.contenedor_id is 'Número del contenedor.';
comment on column bi.incidencias.contenedor is 'Apodo del contenedor o, si no tiene, su MAC; los de ahora.';
comment on column bi.incidencias.familia is 'Familia del contenedor.';
comment on column bi.incidencias.desde is 'Primer impacto.';
comment on column bi.incidencias.hasta is 'Último impacto de la ráfaga.';
comment on column bi.incidencias.impactos is 'Cuántos impactos.';
comment on column bi.incidencias.pico_g is 'Aceleración mayor, en g.';
comment on column bi.incidencias.lector_id is 'Número del lector que lo oyó.';
comment on column bi.incidencias.lector is 'Apodo o MAC de ese lector.';
comment on column bi.incidencias.lugar_lector is 'Ubicación del lector cuando oyó el impacto.';
comment on column bi.incidencias.planta is 'Planta de esa ubicación.';
comment on column bi.incidencias.revisado is 'Si está cerrada.';
comment on column bi.incidencias.hubo_golpe_real is 'Si hubo un golpe de verdad, según quien la revisó; nulo: no lo miró nadie.';
comment on column bi.incidencias.hubo_danio is 'Si hubo daños, según quien la revisó; nulo: no lo miró nadie.';
comment on column bi.incidencias.cerrada is 'Cuándo se cerró.';
comment on column bi.incidencias.cerrada_por is 'Quién la cerró.';

create view bi.visitas with (security_barrier) as
select v.empresa_id, m.nombre as empresa, v.dispositivo_id as contenedor_id, coalesce(d.apodo, d.mac) as contenedor, nullif(v.familia, '') as familia,
  v.ciclo_id, c.nombre as ciclo, v.etapa_id, t.nombre as etapa, t.orden as etapa_orden, t.clase as etapa_clase, v.ubicacion_id as lugar_id,
  u.nombre as lugar, u.planta, v.desde, v.hasta, v.fin, extract(epoch from v.hasta - v.desde)::float8 / 3600 as horas,
  (v.reloj_hasta - v.reloj_desde) / 3600 as horas_abiertas, v.previa_etapa_id as etapa_previa_id, q.nombre as etapa_previa,
  v.previa_hasta as salida_previa, extract(epoch from v.desde - v.previa_hasta)::float8 / 3600 as horas_paso,
  v.vuelta_desde, extract(epoch from v.desde - v.vuelta_desde)::float8 / 3600 as horas_vuelta
from visita v
join empresa m on m.id = v.empresa_id
left join dispositivo d on d.id = v.dispositivo_id
left join ciclo c on c.id = v.ciclo_id
left join etapa t on t.id = v.etapa_id
left join etapa q on q.id = v.previa_etapa_id
left join ubicacion u on u.id = v.ubicacion_id
where v.empresa_id = any (array(select id from bi_empresa));
comment on view bi.visitas is 'Cada contenedor en una etapa de su ciclo, el paso que le llevó a ella y la vuelta que cierra.';
comment on column bi.visitas.empresa_id is 'Número de la empresa.';
comment on column bi.visitas.empresa is 'Nombre de la empresa.';
comment on column bi.visitas.contenedor_id is 'Número del contenedor.';
comment on column bi.visitas.contenedor is 'Apodo del contenedor o, si no tiene, su MAC; los de ahora.';
comment on column bi.visitas.familia is 'Familia del contenedor.';
comment on column bi.visitas.ciclo_id is 'Número del ciclo.';
comment on column bi.visitas.ciclo is 'Ciclo.';
comment on column bi.visitas.etapa_id is 'Número de la etapa.';
comment on column bi.visitas.etapa is 'Etapa.';
comment on column bi.visitas.etapa_orden is 'Orden de la etapa en el ciclo, desde 1.';
comment on column bi.visitas.etapa_clase is 'Clase de la etapa: vacios, llenos, consumo, transito, proveedor o servicio.';
comment on column bi.visitas.lugar_id is 'Número de la ubicación en que estuvo por último.';
comment on column bi.visitas.lugar is 'Esa ubicación; su certeza está en las estancias.';
comment on column bi.visitas.planta is 'Planta de la ubicación.';
comment on column bi.visitas.desde is 'Llegada; con contenedor_id identifica la visita.';
comment on column bi.visitas.hasta is 'Salida, o cuándo se le oyó por última vez; nulo: sigue allí.';
comment on column bi.visitas.fin is 'Cómo acabó: paso, silencio o baja.';
comment on column bi.visitas.horas is 'Duración, en horas de reloj; nulo: sigue.';
comment on column bi.visitas.horas_abiertas is 'Duración, en horas abiertas del calendario de la planta; nulo: sigue.';
comment on column bi.visitas.etapa_previa_id is 'Número de la etapa anterior.';
comment on column bi.visitas.etapa_previa is 'Etapa anterior; nulo: ninguna.';
comment on column bi.visitas.salida_previa is 'Cuándo salió de la etapa anterior.';
comment on column bi.visitas.horas_paso is 'Lo que duró el paso entre ambas, en horas.';
comment on column bi.visitas.vuelta_desde is 'En la etapa ancla: cuándo empezó la vuelta que acaba aquí.';
comment on column bi.visitas.horas_vuelta is 'Lo que duró esa vuelta, en horas.';

create view bi.previsiones with (security_barrier) as
select s.empresa_id, m.nombre as empresa, p.serie_id, c.id as ciclo_id, c.nombre as ciclo, t.id as etapa_id, t.nombre as etapa, s.familia,
  p.emitida, p.horas[cardinality(p.horas)] as hasta, p.stock, p.minimo, p.q10[cardinality(p.q10)]::text::float8 as final_p10,
  p.q50[cardinality(p.q50)]::text::float8 as final_p50, p.q90[cardinality(p.q90)]::text::float8 as final_p90, p.p_falta::text::float8 as p_falta, p.hora_falta,
  p.metodo, p.fiable, p.juzgada, p.falto, p.juzgadas as horas_juzgadas, p.dentro as horas_dentro, p.pinball::text::float8 as error,
  p.pinball_ultimo::text::float8 as error_ultimo
from prevision p
join prevision_serie s on s.id = p.serie_id
join empresa m on m.id = s.empresa_id
join etapa t on t.id = s.etapa_id
join ciclo c on c.id = t.ciclo_id
where s.empresa_id = any (array(select id from bi_empresa));
comment on view bi.previsiones is 'Cada previsión de las existencias de una etapa y familia, y lo que vino.';
comment on column bi.previsiones.empresa_id is 'Número de la empresa.';
comment on column bi.previsiones.empresa is 'Nombre de la empresa.';
comment on column bi.previsiones.serie_id is 'Número de la serie, que es una etapa y una familia.';
comment on column bi.previsiones.ciclo_id is 'Número del ciclo.';
comment on column bi.previsiones.ciclo is 'Ciclo.';
comment on column bi.previsiones.etapa_id is 'Número de la etapa.';
comment on column bi.previsiones.etapa is 'Etapa.';
comment on column bi.previsiones.familia is 'Familia; vacío: todas juntas; *: las que son pequeñas por sí solas.';
comment on column bi.previsiones.emitida is 'Hora abierta en que se hizo; con serie_id identifica la previsión.';
comment on column bi.previsiones.hasta is 'Última de las 24 horas abiertas que prevé.';
comment on column bi.previsiones.stock is 'Contenedores que había al hacerla.';
comment on column bi.previsiones.minimo is 'Mínimo de entonces; nulo: ninguno.';
comment on column bi.previsiones.final_p10 is 'Existencias previstas en la última hora, percentil 10.';
comment on column bi.previsiones.final_p50 is 'Existencias previstas en la última hora, mediana.';
comment on column bi.previsiones.final_p90 is 'Existencias previstas en la última hora, percentil 90.';
comment on column bi.previsiones.p_falta is 'Probabilidad de que falten, de 0 a 1; nulo: sin mínimo.';
comment on column bi.previsiones.hora_falta is 'Para cuándo faltarían; nulo: no se prevé.';
comment on column bi.previsiones.metodo is 'Método con que se hizo.';
comment on column bi.previsiones.fiable is 'Si es de fiar, por lo que acertó en las últimas semanas.';
comment on column bi.previsiones.juzgada is 'Cuándo se comparó con lo que vino; nulo: todavía no.';
comment on column bi.previsiones.falto is 'Primera hora en que hubo menos del mínimo; nulo: en ninguna.';
comment on column bi.previsiones.horas_juzgadas is 'Horas que se compararon.';
comment on column bi.previsiones.horas_dentro is 'De ellas, las que cayeron entre los percentiles 10 y 90.';
comment on column bi.previsiones.error is 'Pérdida pinball media; menos es mejor.';
comment on column bi.previsiones.error_ultimo is 'La misma, de suponer que nada cambia.';
