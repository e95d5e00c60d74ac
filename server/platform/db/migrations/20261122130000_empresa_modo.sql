-- What the people of a company see: all of the application, or their panel only, with or without its main links.
-- The numbers 4, 5 and 6 have been panels from the start; any company can be made one, or be none any more.
alter table empresa add column modo text;

create function empresa_modo() returns trigger language plpgsql as $$
begin
  new.modo := coalesce(new.modo, case when new.id = 4 then 'solo_panel' when new.id in (5, 6) then 'panel' else 'completo' end);
  return new;
end $$;

create trigger empresa_modo before insert on empresa for each row execute function empresa_modo();

update empresa set modo = case when id = 4 then 'solo_panel' when id in (5, 6) then 'panel' else 'completo' end;

alter table empresa alter column modo set not null,
  add constraint empresa_modo_check check (modo in ('completo', 'panel', 'solo_panel'));
