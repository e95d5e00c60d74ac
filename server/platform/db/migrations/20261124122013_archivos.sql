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
alter table archivo_trozo alter column bytes set storage external;
