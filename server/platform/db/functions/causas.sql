-- A tag's reader has fallen silent while it heard the tag: nothing is known of the tag, which is not lost because of that.
create or replace function lector_calla(oido timestamptz, lector timestamptz, minutos int) returns boolean
language sql stable parallel safe as $$
  select coalesce(lector < now() - make_interval(mins => minutos) and oido > lector - make_interval(mins => minutos), false)
$$;

-- Whether a tag heard last at `oido` was silenced by a cause: heard until then, and not since.
create or replace function tras_causa(oido timestamptz, desde timestamptz, hasta timestamptz, minutos int) returns boolean
language sql stable parallel safe as $$
  select coalesce(oido > desde - make_interval(mins => minutos)
    and oido < coalesce(hasta, desde + make_interval(mins => minutos)), false)
$$;

-- Containers that wait behind an open cause of the reader that heard them last: these, or (null) all. One of them is in at most one row.
-- In plpgsql: views are made after functions.
create or replace function contenedores_tras_causa(ids bigint[]) returns table (dispositivo_id bigint, causa_id bigint) language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
begin
  return query
  select s.dispositivo_id, k.id
  from causa_lector k
  join dispositivo_estado s on s.lector_id = k.lector_id
  join ajuste a on a.empresa_id = s.empresa_id
  where k.hasta is null and tras_causa(s.ultimo_registro, k.desde, null, a.minutos_lector_sin_senal)
    and (ids is null or s.dispositivo_id = any (ids));
end $$;

-- Whether people are shown a cause as open. One whose symptoms are gone is kept until that has lasted (`bien`): if they come back meanwhile, it
-- goes on, and nobody is told anew.
create or replace function causa_abierta(hasta timestamptz, bien timestamptz, clase text) returns boolean
language sql immutable parallel safe as $$
  select hasta is null and (bien is null or clase = 'nuestra')
$$;

-- Readers speak that were silent: what they were silent for seems over from now on, and so does an outage of which at most 4 of 10 readers are
-- left. Rows that a check of the plant holds now are left to it: readings do not wait for it.
create or replace function lectores_vuelven(ids bigint[]) returns void language sql as $$
  with vuelve as (
    update causa set bien = now() where id in (
      select id from causa where lector_id = any (ids) and clase in ('mudo', 'clave') and hasta is null and bien is null
      for update skip locked)
    returning id, padre_id
  )
  update causa set bien = now() where id in (
    select r.id from causa r
    where r.id in (select padre_id from vuelve) and r.hasta is null and r.bien is null and (
      select count(*) filter (where h.bien is null and h.id not in (select id from vuelve)) <= 0.4 * count(*)
      from causa h where h.padre_id = r.id and h.hasta is null)
    for update skip locked)
$$;
