-- What is told of is of now: neither what a copy brings back, nor impacts of long ago that come late.
create or replace function queue_aviso() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) is distinct from 'si' then
    insert into cambio_por_avisar (cambio_id, empresa_id, dispositivo_id, clase, a, tiempo)
    values (new.id, new.empresa_id, new.dispositivo_id, new.clase, new.a, new.tiempo);
  end if;
  return null;
end $$;

-- Copies to a user's row of a notice what the lists of notices are read by.
create or replace function copiar_aviso() returns trigger language plpgsql as $$
begin
  select empresa_id, tipo, gravedad, tiempo into new.empresa_id, new.tipo, new.gravedad, new.tiempo from aviso where id = new.aviso_id;
  return new;
end $$;
