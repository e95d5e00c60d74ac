-- What ingest processes keep in memory of devices and credentials is told to have changed by the transaction that
-- changes it: nobody reads the old before it is over, and nothing is left untold when a process dies after it.

create function avisar_registro(macs text[]) returns void language plpgsql as $$
begin
  -- An empty notice: more than somebody changes one by one, so that all is to be read again.
  if cardinality(macs) > 40 then
    perform pg_notify('retorna_dispositivos', '');
  else
    perform pg_notify('retorna_dispositivos', mac) from unnest(macs) as mac group by mac;
  end if;
end $$;

create function avisar_registro_dispositivo() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform avisar_registro(array(select mac from nuevas));
  else
    perform avisar_registro(array(
      select unnest(array[n.mac, v.mac]) from nuevas n join viejas v on v.id = n.id
      where (n.mac, n.empresa_id, n.tipo, n.etiqueta, n.activado, n.eliminado)
        is distinct from (v.mac, v.empresa_id, v.tipo, v.etiqueta, v.activado, v.eliminado)
    ));
  end if;
  return null;
end $$;
create trigger registrado_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function avisar_registro_dispositivo();
create trigger registrado_cambio after update on dispositivo referencing old table as viejas new table as nuevas
  for each statement execute function avisar_registro_dispositivo();

create function avisar_credenciales() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_credenciales', '');
  return null;
end $$;
create trigger registrada after insert or delete or update of dispositivo_id, usuario, clave_hash, puente on credencial
  for each statement execute function avisar_credenciales();
