-- Whoever watches is told of every device that people change, in whatever way: from here, not by each statement. Readings
-- have notices of their own. What a reader hears stands where it stands and bears its name.

create function avisar_dispositivos(ids bigint[]) returns void language plpgsql as $$
begin
  -- A notice carries at most 8000 bytes.
  perform pg_notify('retorna_cambios', empresa_id || ':' || string_agg(id::text, ','))
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

create function avisar_cambio_dispositivo() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform avisar_dispositivos(array(select id from nuevas));
  else
    perform avisar_dispositivos(array(
      select n.id from nuevas n join viejas v on v.id = n.id where n.* is distinct from v.*
    ));
  end if;
  return null;
end $$;
create trigger avisado_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function avisar_cambio_dispositivo();
create trigger avisado_cambio after update on dispositivo referencing old table as viejas new table as nuevas
  for each statement execute function avisar_cambio_dispositivo();

create function avisar_cambio_ubicacion() returns trigger language plpgsql as $$
begin
  perform avisar_dispositivos(array(
    select d.id from nuevas n join viejas v on v.id = n.id join dispositivo d on d.ubicacion_id = n.id
    where n.nombre <> v.nombre and d.eliminado is null
  ));
  return null;
end $$;
create trigger avisado_cambio after update on ubicacion referencing old table as viejas new table as nuevas
  for each statement execute function avisar_cambio_ubicacion();
