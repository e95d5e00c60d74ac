create or replace function avisar_recado() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_confirmaciones', '');
  return null;
end $$;
