-- What of the state of a device it is counted by is told as it changes, by whoever changes it: processes keep the counts in memory. That it was
-- heard again is not told: it happens thousands of times a second.
create function avisar_estado() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_cambios', new.empresa_id || ':' || new.dispositivo_id);
  return null;
end $$;
create trigger avisado_alta after insert on dispositivo_estado for each row execute function avisar_estado();
create trigger avisado_cambio after update on dispositivo_estado for each row
  when (new.ultimo_registro < old.ultimo_registro or old.certeza < 0.6 is distinct from (new.certeza < 0.6)
    or (old.lector_id, old.ubicacion_id, old.en_camino, old.lat is null) is distinct from
      (new.lector_id, new.ubicacion_id, new.en_camino, new.lat is null))
  execute function avisar_estado();
