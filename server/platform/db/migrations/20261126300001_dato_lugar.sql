-- The line of a container names its place, the next likely one, and the plant.
create trigger dato_lugar_baja after delete on ubicacion for each row execute function anotar_ubicacion();
create trigger dato_lugar_es after update on ubicacion for each row
  when ((old.nombre, old.planta) is distinct from (new.nombre, new.planta)) execute function anotar_ubicacion();
