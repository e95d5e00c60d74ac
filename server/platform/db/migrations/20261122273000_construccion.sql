-- Files of the builds of the web that were handed out of late: a page gets its own from any process, of whatever version.
create table construccion_archivo (
  ruta text primary key,
  tipo text not null,
  -- How the content is packed; null: not at all.
  codificacion text,
  contenido bytea not null,
  vista timestamptz not null default now()
);
