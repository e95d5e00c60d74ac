-- Which ingest process a company's readings were applied by last: its memory of them is the only one that is up to date.
create table ingesta_custodia (
  empresa_id int constraint ingesta_turno_pkey primary key constraint ingesta_turno_empresa_id_fkey references empresa on delete cascade,
  proceso uuid not null
);

-- Who applies readings. The devices are divided into eight carriles by their number; a process has some of them, or with
-- number 0 all at once (where there is no log between hearing and applying). A carril is its process' own for as long as that
-- process is seen, and `vez` grows each time that it changes hands: what was begun with an older one cannot be committed.
create table ingesta_proceso (
  id uuid primary key,
  solo boolean not null,
  visto timestamptz not null default now()
);

create table carril (
  numero smallint primary key,
  proceso uuid,
  vez bigint not null default 0,
  -- Up to where the log was applied, and which log that was: written in the transaction of what came of it. `mirar`: when, by the
  -- time of the log, in Unix ms, to look next at what nobody was heard of.
  posicion bigint not null default 0,
  mirar bigint not null default 0,
  bitacora text
);
insert into carril (numero) select generate_series(0, 8);

-- What a process hands over that leaves a carril in order: of each company's readers, and of each device heard lately.
create table carril_memoria (
  carril smallint not null,
  empresa_id int not null references empresa on delete cascade,
  datos jsonb not null,
  primary key (carril, empresa_id)
);

create table dispositivo_memoria (
  dispositivo_id bigint primary key references dispositivo on delete cascade,
  datos jsonb not null
);

-- Messages that a process which applies no readings hands to the one that does, where there is no log between them.
create unlogged table recado (
  id bigint generated always as identity primary key,
  mensaje jsonb not null,
  resultado jsonb,
  creado timestamptz not null default now(),
  -- With a log, what somebody reads again out of the quarantine goes to whoever has each carril, past the log: 0, without one, is all of them.
  carril smallint not null default 0
);
create trigger avisar after insert on recado for each statement execute function avisar_recado();

create table cuarentena (
  id bigint generated always as identity primary key,
  empresa_id int references empresa on delete cascade,
  recibida timestamptz not null default now(),
  formato text not null,
  via text not null,
  topic text,
  lector_id bigint,
  motivo text not null,
  detalle text not null,
  -- The same message again only counts.
  huella bytea not null unique,
  veces int not null default 1,
  cuerpo bytea not null
);
create index cuarentena_empresa_id_recibida_idx on cuarentena (empresa_id, recibida desc);
create trigger auditada after delete on cuarentena for each row execute function auditar();

create table visto_sin_registrar (
  empresa_id int not null references empresa on delete cascade,
  mac text not null,
  veces bigint not null,
  primera timestamptz not null,
  ultima timestamptz not null,
  lector_id bigint,
  rssi smallint,
  aleatoria boolean not null default false,
  -- Whether an unregistered tag sends what only tags send: with that, its address and how long it is heard it is told from who passes by.
  formato_conocido boolean not null default false,
  primary key (empresa_id, mac)
);
create index visto_sin_registrar_empresa_id_ultima_idx on visto_sin_registrar (empresa_id, ultima desc);

-- Why another place was told of a container: what everybody heard then, and what was to be expected of it (lugar/traza.ts).
-- Partitions are made with those of evento, and dropped after 90 days.
create table transicion (
  empresa_id int not null,
  dispositivo_id bigint not null,
  tiempo timestamptz not null,
  causa text not null,
  traza jsonb not null
) partition by range (tiempo);
create index transicion_dispositivo_id_tiempo_idx on transicion (dispositivo_id, tiempo);
