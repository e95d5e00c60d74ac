-- What holds for the whole database and for every process on it: one row.
create table instalacion (
  unica boolean primary key default true check (unica),
  -- Zone whose days the counts of events are kept by (TZ_PLANTA of the first start).
  zona text not null,
  exigir_segundo_factor boolean not null default false,
  -- What an installation signs with (the cookie of a known browser): random, made once, the same for all processes.
  clave_firma bytea not null
  default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  -- Keys with which push services know this installation: made once, the same for all processes.
  vapid_publica text,
  vapid_privada text
);
create trigger auditada after update on instalacion for each row execute function auditar();

-- Files of the builds of the web that were handed out of late: a page gets its own from any process, of whatever version.
create table construccion_archivo (
  ruta text primary key,
  tipo text not null,
  -- How the content is packed; null: not at all.
  codificacion text,
  contenido bytea not null,
  vista timestamptz not null default now()
);
