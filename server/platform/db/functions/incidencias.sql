-- Whoever watches is told of a container whose damage is noted or looked after: its PosibleEstado depends on it.
create or replace function avisar_cambio_incidencia() returns trigger language plpgsql as $$
begin
  perform avisar_dispositivos(array(
    select n.dispositivo_id from nuevas n join viejas v on v.id = n.id
    where (n.hubo_danio, n.revisado) is distinct from (v.hubo_danio, v.revisado)
  ));
  return null;
end $$;
