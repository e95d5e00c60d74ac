-- A blow is told with the peak that its incident says, in hundredths of g.
create or replace function anotar_golpe() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) is distinct from 'si' and new.tiempo > now() - interval '30 days' then
    insert into cambio (empresa_id, dispositivo_id, clase, a, tiempo, motivo)
    values (new.empresa_id, new.dispositivo_id, 'golpe', round(new.pico_g::float8::numeric, 2)::text, least(new.tiempo, now()), 'golpe');
  end if;
  return null;
end $$;
