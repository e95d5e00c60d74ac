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
