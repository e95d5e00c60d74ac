-- Once for a statement, not for each of the rows that a file brings.

drop trigger ya_no_rota on dispositivo;
create or replace function quitar_rota() returns trigger language plpgsql as $$
begin
  delete from etiqueta_rota r using nuevas n where r.empresa_id = n.empresa_id and r.mac = n.mac;
  return null;
end $$;
create trigger ya_no_rota_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function quitar_rota();
create trigger ya_no_rota_cambio after update on dispositivo referencing new table as nuevas
  for each statement execute function quitar_rota();
