-- Keys of programs that call the API. Of a key only its hash is kept, and its first characters, by which it is found and told apart.
create table clave_api (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id),
  -- Whose rights it has; it ends with the account.
  usuario_id bigint not null references usuario (id) on delete cascade,
  nombre text not null check (length(nombre) between 1 and 80),
  prefijo text not null unique,
  clave_hash bytea not null,
  ambitos text[] not null,
  -- Calls a minute.
  por_minuto int not null check (por_minuto > 0),
  creada timestamptz not null default now(),
  caduca timestamptz not null,
  -- Last call, to the minute, and where it came from.
  usada timestamptz,
  direccion inet
);
create index on clave_api (empresa_id);
create index on clave_api (usuario_id);
create trigger auditada after insert or update or delete on clave_api for each row execute function auditar();
