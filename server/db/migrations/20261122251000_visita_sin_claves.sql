-- Visits are made by the hundred thousand: looking up what each refers to took more than half of that time. What goes takes its visits along
-- by itself; whatever is made meanwhile is made anew, since the stages of the company have changed.
alter table visita drop constraint visita_dispositivo_id_fkey, drop constraint visita_ciclo_id_fkey, drop constraint visita_etapa_id_fkey;

create function quitar_visitas() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'etapa' then
    delete from visita where etapa_id = old.id;
  else
    delete from visita where dispositivo_id = old.id;
  end if;
  return null;
end $$;
create trigger visitas_fuera after delete on etapa for each row execute function quitar_visitas();
create trigger visitas_fuera after delete on dispositivo for each row execute function quitar_visitas();
