create or replace function avisar_recado() returns trigger language plpgsql as $$
begin
  perform avisar('confirmaciones', '');
  return null;
end $$;
