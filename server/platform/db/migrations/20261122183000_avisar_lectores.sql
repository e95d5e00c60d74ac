-- Places are judged by where readers stand. Running processes read that again when it changes, and not with each device that does.

create function avisar_lectores() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform pg_notify('retorna_lectores', empresa_id::text) from nuevas where tipo = 'Reader' group by empresa_id;
  else
    perform pg_notify('retorna_lectores', empresa::text)
    from (
      select unnest(array[n.empresa_id, v.empresa_id]) as empresa from nuevas n join viejas v on v.id = n.id
      where 'Reader' in (n.tipo, v.tipo)
        and (n.empresa_id, n.tipo, n.ubicacion_id, n.lat, n.lon, n.eliminado)
          is distinct from (v.empresa_id, v.tipo, v.ubicacion_id, v.lat, v.lon, v.eliminado)
    ) x group by empresa;
  end if;
  return null;
end $$;
create trigger situado_aviso_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function avisar_lectores();
create trigger situado_aviso_cambio after update on dispositivo referencing old table as viejas new table as nuevas
  for each statement execute function avisar_lectores();

-- What was learned of a location that is gone holds no more.
create function avisar_ubicacion_eliminada() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_lectores', empresa_id::text) from viejas group by empresa_id;
  return null;
end $$;
create trigger avisada_eliminada after delete on ubicacion referencing old table as viejas
  for each statement execute function avisar_ubicacion_eliminada();
