-- Files that people upload, in pieces that are read one by one: so every process has them, and a copy takes them along.
create table archivo (
  id bigint generated always as identity primary key,
  -- SHA-256 and length; null until the file is whole.
  huella text,
  bytes bigint,
  creado timestamptz not null default now()
);
create table archivo_trozo (
  archivo_id bigint not null references archivo on delete cascade,
  numero int not null,
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  primary key (archivo_id, numero)
);
-- What people upload is packed already.
alter table archivo_trozo alter column bytes set storage external;

-- The tree of the manuals, by paths with slashes; documents end in .pdf or .mp4.
create table manual_carpeta (ruta text primary key);
create table manual_documento (
  ruta text primary key,
  archivo_id bigint not null references archivo
);
create index on manual_documento (archivo_id);
-- That the manuals of the product have been put there, once.
create table manual_entrega (unica boolean primary key default true check (unica));

-- Null: some process reads it, since then.
alter table manual alter column legible drop not null;
alter table manual add column tomado timestamptz not null default now();

-- manual.visto and restauracion are used no longer; the version before this one still does.
