-- When the open clock of a plant showed so many seconds: the way back of lee_reloj. Null: it has not yet.
create function momento_abierto(de_empresa int, de_planta text, s float8) returns timestamptz language sql stable as $$
  select desde + make_interval(secs => s - antes_s) from reloj
  where empresa_id = de_empresa and planta = de_planta and antes_s <= s order by antes_s desc limit 1
$$;
create index on reloj (empresa_id, planta, antes_s);
