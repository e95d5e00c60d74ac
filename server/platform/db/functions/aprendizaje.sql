-- Running processes take what was learned up at once, and write down who hears the tag of a walk.
create or replace function avisar_aprendido() returns trigger language plpgsql as $$
begin
  perform avisar('aprendido', coalesce(new.empresa_id, old.empresa_id)::text);
  return null;
end $$;

create or replace function avisar_confirmacion() returns trigger language plpgsql as $$
begin
  perform avisar('confirmaciones', new.empresa_id::text);
  return null;
end $$;
