-- The stay that goes on of each container, or that ended when it fell silent: its state has it until the next one begins.
create view estancia_viva as
select s.empresa_id, s.dispositivo_id, s.lector_id, s.ubicacion_id, s.lector_desde as desde,
  case when x.salio then s.ultimo_registro end as hasta, x.salio as silencio, s.certeza
from dispositivo_estado s
join ajuste a on a.empresa_id = s.empresa_id
left join dispositivo_estado le on le.dispositivo_id = s.lector_id
left join causa_lector k on k.lector_id = s.lector_id
cross join lateral (
  select case when tras_causa(s.ultimo_registro, k.desde, k.hasta, a.minutos_lector_sin_senal)
      then coalesce(k.hasta, now()) else s.ultimo_registro end < now() - make_interval(mins => a.minutos_salida)
    and not lector_calla(s.ultimo_registro, le.ultimo_registro, a.minutos_lector_sin_senal) as salio
) x
where s.lector_id is not null and s.lector_desde is not null;

-- Every stay at one place, the one that goes on too (hasta null). A reader that was moved ends one and begins another. The last
-- one ends when the container was last heard, once nobody has heard it for minutos_salida, unless its reader is silent.
-- `certeza`: how sure the place is, of one that ended how sure it was then.
-- `acaba`: what the stay itself ends at, whatever became of its reader: an index has it, so that stays of a period are found without reading all.
create view estancia_toda as
select e.empresa_id, e.dispositivo_id, e.lector_id, coalesce(e.ubicacion_id, p.ubicacion_id) as ubicacion_id,
  coalesce(u.nombre, p.nombre) as lugar, p.lat, p.lon,
  greatest(e.desde, p.desde) as desde, least(e.hasta, p.hasta) as hasta, e.silencio, e.acaba, e.certeza
from (
  select empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, hasta as acaba, certeza from estancia
  union all
  select empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, 'infinity', certeza from estancia_viva
) e
left join lector_lugar p on p.lector_id = e.lector_id and p.desde < coalesce(e.hasta, 'infinity')
  and coalesce(p.hasta, 'infinity') > e.desde
left join ubicacion u on u.id = coalesce(e.ubicacion_id, p.ubicacion_id);
