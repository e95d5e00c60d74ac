-- What the open clock of a plant shows, seconds. Not for many rows at once: those join the table.
create or replace function lee_reloj(de_empresa int, de_planta text, cuando timestamptz) returns float8 language sql stable as $$
  select antes_s + extract(epoch from least(cuando, hasta) - desde)
  from reloj where empresa_id = de_empresa and planta = de_planta and desde <= cuando order by desde desc limit 1
$$;

-- When the open clock of a plant showed so many seconds: the way back of lee_reloj. Null: it has not yet.
create or replace function momento_abierto(de_empresa int, de_planta text, s float8) returns timestamptz language sql stable as $$
  select desde + make_interval(secs => s - antes_s) from reloj
  where empresa_id = de_empresa and planta = de_planta and antes_s <= s order by antes_s desc limit 1
$$;
