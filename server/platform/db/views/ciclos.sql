-- Which loop each container runs through: that of its family, or the one of all others.
create view contenedor_ciclo as
select d.id as dispositivo_id, d.empresa_id, coalesce(d.familia, '') as familia, d.eliminado, c.id as ciclo_id
from dispositivo d
join lateral (
  select id from ciclo where empresa_id = d.empresa_id and (d.familia = any (familias) or familias = '{}')
  order by familias = '{}' limit 1
) c on true
where d.tipo <> 'Reader';

-- Whose clock a stage goes by: that of the plant of its locations, where that has a calendar.
create view etapa_reloj as
select e.id as etapa_id, e.empresa_id, coalesce(min(k.planta), '') as planta
from etapa e
left join etapa_lugar l on l.etapa_id = e.id
left join ubicacion u on u.id = l.ubicacion_id
left join calendario k on k.empresa_id = e.empresa_id and k.planta = u.planta and k.planta <> ''
group by e.id;

-- From what age on (open seconds) a container of a family is stuck in a stage: the longer of the plazo that people set and of what 95 % of at
-- least 30 stays took. Null: neither is known, and nothing is stuck.
create view etapa_limite as
select m.etapa_id, t.empresa_id, t.ciclo_id, m.familia, m.n, x.plazo_s,
  greatest(x.plazo_s, x.q95_s) as limite_s,
  case when x.q95_s > coalesce(x.plazo_s, 0) then case when m.salen then 'salen' else 'q95' end when x.plazo_s is not null then 'plazo' end as de
from etapa_medida m
join etapa t on t.id = m.etapa_id
cross join lateral (
  select case when m.n >= 30 then m.q95_s end as q95_s,
    (select e.plazo_h * 3600 from etapa_meta e
     where e.etapa_id = m.etapa_id and e.familia in (m.familia, '') and e.plazo_h is not null
     order by e.familia = '' limit 1) as plazo_s
) x;
