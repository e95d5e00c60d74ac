create or replace function avisar_credenciales() returns trigger language plpgsql as $$
begin
  perform avisar('credenciales', '');
  return null;
end $$;

create or replace function anotar_lugar() returns trigger language plpgsql as $$
declare
  ultimo lector_lugar;
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  select * into ultimo from lector_lugar where lector_id = new.id and hasta is null;
  if not found then
    insert into lector_lugar (lector_id, desde, ubicacion_id, lat, lon)
    values (new.id, '-infinity', new.ubicacion_id, new.lat, new.lon);
  -- A pin put right within a location is no move; whoever stood nowhere known stood where it was first put; and of two
  -- moves in one transaction the second holds.
  elsif ultimo.ubicacion_id = new.ubicacion_id
    or (ultimo.desde = '-infinity' and ultimo.ubicacion_id is null and ultimo.lat is null)
    or ultimo.desde >= now() then
    update lector_lugar set ubicacion_id = new.ubicacion_id, lat = new.lat, lon = new.lon
    where lector_id = new.id and desde = ultimo.desde;
  elsif (ultimo.ubicacion_id, ultimo.lat, ultimo.lon) is distinct from (new.ubicacion_id, new.lat, new.lon) then
    -- The clock, not now(): who waited for the row began before the move that it waited for.
    update lector_lugar set hasta = clock_timestamp() where lector_id = new.id and desde = ultimo.desde
    returning hasta into ultimo.hasta;
    insert into lector_lugar (lector_id, desde, ubicacion_id, lat, lon)
    values (new.id, ultimo.hasta, new.ubicacion_id, new.lat, new.lon);
  end if;
  return null;
end $$;

create or replace function guardar_nombre() returns trigger language plpgsql as $$
begin
  update lector_lugar set nombre = old.nombre where ubicacion_id = old.id;
  return null;
end $$;

-- Places are judged by where readers stand. Running processes read that again when it changes, and not with each device that does.
create or replace function avisar_lectores() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform avisar('lectores', empresa_id::text) from nuevas where tipo = 'Reader' group by empresa_id;
  else
    perform avisar('lectores', empresa_id::text)
    from (
      with ahora as (select id, empresa_id, ubicacion_id, lat, lon, eliminado from nuevas where tipo = 'Reader'),
        antes as (select id, empresa_id, ubicacion_id, lat, lon, eliminado from viejas where tipo = 'Reader')
      select empresa_id from (table ahora except table antes) n
      union
      select empresa_id from (table antes except table ahora) v
    ) x;
  end if;
  return null;
end $$;

-- What was learned of a location that is gone holds no more.
create or replace function avisar_ubicacion_eliminada() returns trigger language plpgsql as $$
begin
  perform avisar('lectores', empresa_id::text) from viejas group by empresa_id;
  return null;
end $$;
