create table credencial (
  dispositivo_id bigint primary key references dispositivo on delete cascade,
  empresa_id int not null references empresa,
  usuario text not null unique,
  -- SHA-256: the secret is random and long, so that a slow hash would only slow every reading down.
  clave_hash bytea not null,
  puente boolean not null default false,
  creada timestamptz not null default now(),
  usada timestamptz
);
create trigger auditada after insert or update or delete on credencial for each row execute function auditar();
create trigger registrada after insert or delete or update of dispositivo_id, usuario, clave_hash, puente on credencial
  for each statement execute function avisar_credenciales();

-- The last thing that a reader was refused, for whoever sets it up; of the last hour only that is shown.
create table lector_rechazo (
  lector_id bigint primary key references dispositivo on delete cascade,
  detalle text not null,
  cuando timestamptz not null default now()
);

-- Where each reader stood, and from when to when: a container stood where its reader stood then, not where it stands now.
-- Stays are cut where their reader was moved.
create table lector_lugar (
  lector_id bigint not null,
  -- The first one reaches back for ever; hasta null: it stands there now.
  desde timestamptz not null,
  hasta timestamptz,
  ubicacion_id bigint,
  lat double precision,
  lon double precision,
  -- Name of a location that is there no more.
  nombre text,
  primary key (lector_id, desde)
);
create index lector_lugar_ubicacion_id_idx on lector_lugar (ubicacion_id);
