-- A partition made as part of evento locks out everybody who reads or writes events, and waits behind whoever reads
-- them for long. Made apart and attached, it is in nobody's way but that of another change of the table itself; and for
-- that it waits a second at most.

create or replace function crear_particion_evento(mes date) returns void language plpgsql
set lock_timeout = '1s' as $$
declare
  desde date := date_trunc('month', mes);
  nombre text := 'evento_' || to_char(desde, 'YYYYMM');
begin
  if to_regclass(nombre) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(72658);
  -- From the table itself: what is remembered of names may be from before the wait.
  perform from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'evento'::regclass and c.relname = nombre;
  if not found then
    execute format('create table %I (like evento including all)', nombre);
    execute format(
      'alter table evento attach partition %I for values from (%L) to (%L)',
      nombre, desde::text || ' 00:00:00+00', (desde + interval '1 month')::date::text || ' 00:00:00+00');
  end if;
end $$;
