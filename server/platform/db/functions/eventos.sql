create or replace function crear_particion_evento(mes date) returns void language sql as $$
  select crear_particion('evento', mes);
  select crear_particion('transicion', mes);
  select crear_particion('cambio', mes);
$$;

create or replace function crear_particion(tabla text, mes date) returns void language plpgsql
set lock_timeout = '1s' as $$
declare
  desde date := date_trunc('month', mes);
  nombre text := tabla || '_' || to_char(desde, 'YYYYMM');
begin
  if to_regclass(nombre) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(72658);
  -- From the table itself: what is remembered of names may be from before the wait.
  perform from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = tabla::regclass and c.relname = nombre;
  if not found then
    execute format('create table %I (like %I including all)', nombre, tabla);
    execute format(
      'alter table %I attach partition %I for values from (%L) to (%L)',
      tabla, nombre, desde::text || ' 00:00:00+00', (desde + interval '1 month')::date::text || ' 00:00:00+00');
  end if;
end $$;
