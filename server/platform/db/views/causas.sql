-- The cause that each reader's containers stand behind now, or the last one that ended.
create view causa_lector as
select distinct on (lector_id) lector_id, id, clase, desde, hasta from (
  select lector_id, id, clase, desde, hasta from causa where lector_id is not null and clase <> 'reloj'
  union all
  -- Of the causes of all readers of a company, the one that goes on or the last one.
  select d.id, k.id, k.clase, k.desde, k.hasta from (
    select distinct on (empresa_id) empresa_id, id, clase, desde, hasta from causa where clase = 'nuestra'
    order by empresa_id, hasta desc nulls first, id desc
  ) k
  join dispositivo d on d.empresa_id = k.empresa_id and d.tipo = 'Reader' and d.eliminado is null
) x
where hasta is null or hasta > now() - interval '60 days'
order by lector_id, hasta desc nulls first, id desc;
