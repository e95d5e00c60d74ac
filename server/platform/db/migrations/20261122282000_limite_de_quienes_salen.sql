-- Where more than one stay in twenty never ends there is no age by which 95 % of all have; `salen`: q95_s is then of those that leave at all.
alter table etapa_medida add column salen boolean not null default false;

create or replace view etapa_limite as
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
