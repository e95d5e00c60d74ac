create or replace function empresa_modo() returns trigger language plpgsql as $$
begin
  new.modo := coalesce(new.modo, case when new.id = 4 then 'solo_panel' when new.id in (5, 6) then 'panel' else 'completo' end);
  return new;
end $$;
