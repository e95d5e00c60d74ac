-- What people say of where a container is: it is told so, and learned from.

create table confirmacion (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  ubicacion_id bigint not null references ubicacion (id) on delete cascade,
  momento timestamptz not null default now(),
  usuario_id bigint,
  autor text not null,
  -- What was told then: in words, as a place of the engine, and how sure it was.
  dicho text,
  lugar bigint not null,
  certeza real,
  -- By how much the readers spoke for another place, in nats; too much, and nothing is learned from it.
  nats real not null,
  creible boolean not null,
  -- The person took it back.
  retirada timestamptz,
  -- The process that has the company in custody has not heard of it yet.
  pendiente boolean not null default true,
  -- The rest around it and what the odds were then, by the ids of readers and places; null: nobody heard the container.
  muestra jsonb,
  caso jsonb,
  -- The version that learned from it first.
  version int
);
create index on confirmacion (empresa_id, momento desc);
create index on confirmacion (dispositivo_id);
create index on confirmacion (ubicacion_id);
create index on confirmacion (id) where pendiente;

create trigger auditada after insert on confirmacion for each row execute function auditar();
create trigger auditada_retirada after update of retirada on confirmacion for each row execute function auditar();

create function avisar_confirmacion() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_confirmaciones', new.empresa_id::text);
  return null;
end $$;
create trigger avisada after insert or update of retirada on confirmacion for each row execute function avisar_confirmacion();
