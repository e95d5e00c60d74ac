-- Every company has its row from its first moment on, so that readers join and never fall back.
create or replace function empresa_ajuste() returns trigger language plpgsql as $$
begin
  -- A copy brings its own.
  if current_setting('retorna.restaurar', true) is distinct from 'si' then
    insert into ajuste (empresa_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;

-- Running processes take a change up at once.
create or replace function avisar_ajuste() returns trigger language plpgsql as $$
begin
  perform avisar('ajustes', new.empresa_id::text);
  return null;
end $$;
