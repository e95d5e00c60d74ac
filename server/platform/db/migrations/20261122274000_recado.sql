-- Messages that a process which applies no readings hands to the one that does, where there is no log between them.
create unlogged table recado (
  id bigint generated always as identity primary key,
  mensaje jsonb not null,
  resultado jsonb,
  creado timestamptz not null default now()
);

create function avisar_recado() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_confirmaciones', '');
  return null;
end $$;
create trigger avisar after insert on recado for each statement execute function avisar_recado();
