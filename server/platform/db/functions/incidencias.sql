-- Whoever watches is told of a container whose damage is noted or looked after: its PosibleEstado depends on it.
create or replace function avisar_cambio_incidencia() returns trigger language plpgsql as $$
begin
  perform avisar_dispositivos(array(
    select dispositivo_id from (
      select id, dispositivo_id, hubo_danio, revisado from nuevas
      except
      select id, dispositivo_id, hubo_danio, revisado from viejas
    ) n
  ));
  return null;
end $$;
