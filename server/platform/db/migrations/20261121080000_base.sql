-- Companies, people, devices, places.

create table empresa (
  id int primary key,
  nombre text not null,
  -- Overrides of the rules' numbers (server/lecturas/ajustes.ts) for this company.
  ajustes jsonb not null default '{}',
  creada timestamptz not null default now()
);

create table usuario (
  id bigint generated always as identity primary key,
  username text not null,
  -- Lower case, normalised (NFKC): two names that look alike are one.
  username_clave text not null unique,
  nombre text not null,
  clave_hash text not null,
  empresa_id int not null references empresa,
  is_admin boolean not null default false,
  activo boolean not null default true,
  foto_perfil text,
  ultimo_acceso timestamptz,
  creado timestamptz not null default now()
);
create index on usuario (empresa_id);

create table sesion (
  token_hash bytea primary key,
  cambio_hash bytea not null,
  usuario_id bigint not null references usuario on delete cascade,
  creada timestamptz not null default now(),
  usada timestamptz not null default now(),
  direccion inet,
  agente text
);
create index on sesion (usuario_id);

create table ubicacion (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa,
  nombre text not null,
  planta text not null default '',
  grupo text not null default '',
  -- Node on the floor plan, 0..1 of its width and height; null: not on the plan.
  nodo_x real check (nodo_x between 0 and 1),
  nodo_y real check (nodo_y between 0 and 1),
  unique (empresa_id, nombre)
);

create table dispositivo (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa,
  -- 12 upper case hex digits, or a serial in upper case.
  mac text not null,
  apodo text,
  tipo text not null check (tipo in ('Reader', 'iBeacon', 'SmartBle')),
  activado boolean not null default true,
  etiqueta text,
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  ubicacion_id bigint references ubicacion on delete set null,
  familia text generated always as (nullif(split_part(coalesce(apodo, ''), '-', 1), '')) stored,
  creado timestamptz not null default now(),
  eliminado timestamptz,
  check ((lat is null) = (lon is null))
);
create unique index dispositivo_mac on dispositivo (mac) where eliminado is null;
create unique index dispositivo_apodo on dispositivo (empresa_id, lower(apodo)) where eliminado is null and apodo is not null;
create index dispositivo_empresa on dispositivo (empresa_id, apodo);

-- The last state, one row per device; fillfactor leaves room for updates in place.
create table dispositivo_estado (
  dispositivo_id bigint primary key references dispositivo on delete cascade,
  empresa_id int not null,
  ultimo_registro timestamptz not null,
  recibido timestamptz not null default now(),
  lector_id bigint,
  lector_desde timestamptz,
  rssi smallint,
  estado smallint not null default 0,
  estado_desde timestamptz not null,
  ultimo_movimiento timestamptz,
  ultimo_evento timestamptz,
  contador_movimiento int,
  bateria real,
  bateria_mv int,
  temperatura real,
  humedad real,
  accel real[],
  roll real,
  pitch real,
  lat double precision,
  lon double precision,
  valor jsonb not null default '{}',
  -- Readers only: their clock minus ours.
  desfase_s int,
  -- Fingerprint of the last reading, so that its repetition is known as one after a restart.
  huella bigint
) with (fillfactor = 60);
create index on dispositivo_estado (lector_id);

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
