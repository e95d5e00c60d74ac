-- What changes the line of a container, apart from its state, whose row versions say so. Their columns ciclo, etapa and en_etapa_desde are of its
-- open visit; posible_estado is of damage that is open too.
create trigger dato_contenedor after insert or delete on dispositivo for each row execute function anotar_contenedor();
create trigger dato_contenedor_es after update on dispositivo for each row
  when (old.* is distinct from new.*) execute function anotar_contenedor();
create trigger dato_contenedor_alta after insert on visita for each row when (new.hasta is null) execute function anotar_contenedor();
create trigger dato_contenedor_baja after delete on visita for each row when (old.hasta is null) execute function anotar_contenedor();
create trigger dato_contenedor_es after update on visita for each row
  when ((old.hasta is null or new.hasta is null) and (old.empresa_id, old.desde, old.etapa_id, old.ciclo_id, old.hasta is null)
    is distinct from (new.empresa_id, new.desde, new.etapa_id, new.ciclo_id, new.hasta is null))
  execute function anotar_contenedor();
create trigger dato_contenedor_alta after insert on incidencia for each row
  when (new.hubo_danio and not new.revisado) execute function anotar_contenedor();
create trigger dato_contenedor_baja after delete on incidencia for each row
  when (old.hubo_danio and not old.revisado) execute function anotar_contenedor();
create trigger dato_contenedor_es after update on incidencia for each row
  when ((old.hubo_danio is true and not old.revisado) <> (new.hubo_danio is true and not new.revisado))
  execute function anotar_contenedor();
