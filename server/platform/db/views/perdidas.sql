-- The whole days on which a calendar closes its plant (planta '': all plants without a calendar of their own): from midnight to midnight.
create view dia_cerrado as
select c.empresa_id, c.planta, f.dia::timestamp at time zone i.zona as desde, (f.dia + 1)::timestamp at time zone i.zona as hasta
from calendario c cross join instalacion i cross join lateral jsonb_to_recordset(c.festivos) as f (dia date);

-- Silences that began before these moments are searched for, and proposed as lost. The time between them and now is the limit, and on top of it
-- the closed days within it. Each company has a row for the plants without a calendar of their own (planta '').
create view perdida_plazo as
select
  p.empresa_id, p.planta,
  now() - p.busca - make_interval(secs => coalesce(sum(d.dura) filter (where d.abierto <= extract(epoch from p.busca)), 0)) as busca,
  now() - p.propone - make_interval(secs => coalesce(sum(d.dura) filter (where d.abierto <= extract(epoch from p.propone)), 0)) as propone
from (
  select a.empresa_id, c.planta,
    greatest(interval '7 days', make_interval(mins => a.minutos_perdido)) as busca,
    greatest(interval '30 days', make_interval(mins => a.minutos_perdido)) as propone
  from ajuste a join (select empresa_id, planta from calendario union select id, '' from empresa) c on c.empresa_id = a.empresa_id
) p left join (
  -- How long a closed day is, and for how long the plant was not closed since.
  select empresa_id, planta, dura, extract(epoch from now() - hasta) - coalesce(sum(dura) over (
    partition by empresa_id, planta order by desde desc rows between unbounded preceding and 1 preceding), 0) as abierto
  from (
    select empresa_id, planta, desde, least(hasta, now()) as hasta, extract(epoch from least(hasta, now()) - desde)::float8 as dura
    from dia_cerrado where desde < now()
  ) x
) d on d.empresa_id = p.empresa_id and d.planta = p.planta
group by p.empresa_id, p.planta, p.busca, p.propone;
