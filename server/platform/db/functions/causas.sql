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
