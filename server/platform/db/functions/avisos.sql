-- What is told of is of now: neither what a copy brings back, nor impacts of long ago that come late.
create or replace function queue_aviso() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) is distinct from 'si' then
    insert into cambio_por_avisar (cambio_id, empresa_id, dispositivo_id, clase, a, tiempo)
    values (new.id, new.empresa_id, new.dispositivo_id, new.clase, new.a, new.tiempo);
  end if;
  return null;
end $$;
