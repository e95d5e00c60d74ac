-- Triggers on registered devices once a statement: by row they took half of the time of a large import.
drop trigger dato_contenedor on dispositivo;
create trigger dato_contenedor after delete on dispositivo for each row execute function anotar_contenedor();
create trigger dato_contenedor_alta after insert on dispositivo referencing new table as tocada
  for each statement execute function anotar_altas();
drop trigger custodia_alta on dispositivo;
create trigger custodia_alta after insert on dispositivo referencing new table as tocada
  for each statement execute function pedir_custodia_altas();
drop trigger epcis_alta on dispositivo;
create trigger epcis_alta after insert on dispositivo referencing new table as tocada
  for each statement execute function pedir_epcis_altas();
