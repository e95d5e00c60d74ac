-- A row that is updated was noted twice for programs, as it was and as it is: as it was only where its key is another now.
drop trigger datos_era on estancia;
create trigger datos_era after update on estancia referencing old table as era new table as tocada
  for each statement execute function anotar_dato_era();
drop trigger datos_era on visita;
create trigger datos_era after update on visita referencing old table as era new table as tocada
  for each statement execute function anotar_dato_era();
drop trigger datos_era on incidencia;
create trigger datos_era after update on incidencia referencing old table as era new table as tocada
  for each statement execute function anotar_dato_era();
-- Who makes arrivals asks for the book of custody, also where none of them differs.
drop trigger custodia_alta on llegada;
