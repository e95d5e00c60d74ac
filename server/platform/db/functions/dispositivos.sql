-- Whoever watches is told of every device that people change, in whatever way: from here, not by each statement. Readings
-- have notices of their own. What a reader hears stands where it stands and bears its name.
create or replace function avisar_dispositivos(ids bigint[]) returns void language plpgsql as $$
begin
  -- A notice carries at most 8000 bytes.
  perform avisar('cambios', empresa_id || ':' || string_agg(id::text, ','))
  from (
    select d.id, d.empresa_id, row_number() over (partition by d.empresa_id order by d.id) / 200 as tanda
    from (
      select id from dispositivo where id = any(ids)
      union
      select e.dispositivo_id from dispositivo l join dispositivo_estado e on e.lector_id = l.id
      where l.id = any(ids) and l.tipo = 'Reader'
    ) todos join dispositivo d on d.id = todos.id
  ) t
  group by empresa_id, tanda;
end $$;

create or replace function avisar_cambio_dispositivo() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform avisar_dispositivos(array(select id from nuevas));
  else
    perform avisar_dispositivos(array(
      select id from (table nuevas except table viejas) n
    ));
  end if;
  return null;
end $$;

create or replace function avisar_cambio_ubicacion() returns trigger language plpgsql as $$
begin
  perform avisar_dispositivos(array(
    select d.id from (select id, nombre from nuevas except select id, nombre from viejas) n
    join dispositivo d on d.ubicacion_id = n.id
    where d.eliminado is null
  ));
  return null;
end $$;

-- What ingest processes keep in memory of devices and credentials is told to have changed by the transaction that
-- changes it: nobody reads the old before it is over, and nothing is left untold when a process dies after it.
create or replace function avisar_registro(macs text[]) returns void language plpgsql as $$
begin
  -- An empty notice: more than somebody changes one by one, so that all is to be read again.
  if cardinality(macs) > 40 then
    perform avisar('dispositivos', '');
  else
    perform avisar('dispositivos', mac) from unnest(macs) as mac group by mac;
  end if;
end $$;

-- Which of them a container has hangs on its family, so that processes that know it hear of a new nickname.
create or replace function avisar_registro_dispositivo() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform avisar_registro(array(select mac from nuevas));
  else
    perform avisar_registro(array(
      with ahora as (select id, mac, empresa_id, tipo, etiqueta, activado, eliminado, familia from nuevas),
        antes as (select id, mac, empresa_id, tipo, etiqueta, activado, eliminado, familia from viejas)
      select mac from (table ahora except table antes) n
      union
      select mac from (table antes except table ahora) v
    ));
  end if;
  return null;
end $$;

create or replace function quitar_rota() returns trigger language plpgsql as $$
begin
  delete from etiqueta_rota r using nuevas n where r.empresa_id = n.empresa_id and r.mac = n.mac;
  return null;
end $$;

create or replace function anotar_mac_desde() returns trigger language plpgsql as $$
begin
  new.mac_desde := now();
  return new;
end $$;

-- What of the state of a device it is counted by is told as it changes, by whoever changes it: processes keep the counts in memory. That it was
-- heard again is not told: it happens thousands of times a second.
create or replace function avisar_estado() returns trigger language plpgsql as $$
begin
  perform avisar('cambios', new.empresa_id || ':' || new.dispositivo_id);
  return null;
end $$;
