-- What the engine remembers of a tag, written every few adverts: what a restart goes on from.
create table creencia (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  datos bytea not null
) with (fillfactor = 70);

-- Rests that leave no doubt: one reader heard the container much better than those of all other places. The engine learns from them by
-- itself, once a day; they are kept for two weeks.
create table descanso (
  empresa_id int not null,
  momento timestamptz not null default now(),
  -- The reader in whose surroundings it was.
  lector_id bigint not null,
  -- What was heard, by the ids of readers.
  muestra jsonb not null
);
create index descanso_empresa_id_momento_idx on descanso (empresa_id, momento);

-- What the place engine has learned of a company's plant, one row a version; and the walks that it learns from.
create table aprendido (
  empresa_id int not null references empresa (id) on delete cascade,
  version int not null check (version > 0),
  creado timestamptz not null default now(),
  -- The one that places are told by. None: what the plan alone says.
  activo boolean not null,
  clase text not null check (clase in ('paseo', 'confirmaciones', 'solo', 'vuelta atrás')),
  autor text,
  -- What it was learned from and what it changed (contract/calibracion.ts).
  resumen jsonb not null,
  -- lugar/guardado.ts
  sumas jsonb not null,
  -- Makes the certainty honest, as people's confirmations tell; null: that of other plants.
  exponente real,
  primary key (empresa_id, version)
);
create unique index aprendido_empresa_id_idx on aprendido (empresa_id) where activo;
create trigger auditada after insert or update or delete on aprendido for each row execute function auditar();
create trigger avisada after insert or update or delete on aprendido for each row execute function avisar_aprendido();

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
create index confirmacion_empresa_id_momento_idx on confirmacion (empresa_id, momento desc);
create index confirmacion_dispositivo_id_idx on confirmacion (dispositivo_id);
create index confirmacion_ubicacion_id_idx on confirmacion (ubicacion_id);
create index confirmacion_id_idx on confirmacion (id) where pendiente;
create trigger auditada after insert on confirmacion for each row execute function auditar();
create trigger auditada_retirada after update of retirada on confirmacion for each row execute function auditar();
create trigger avisada after insert or update of retirada on confirmacion for each row execute function avisar_confirmacion();

create table paseo (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  autor text not null,
  desde timestamptz not null default now(),
  -- Null: it goes on.
  hasta timestamptz,
  -- What was learned from it; null: nothing.
  version int
);
create unique index paseo_empresa_id_idx on paseo (empresa_id) where hasta is null;
create index paseo_dispositivo_id_idx on paseo (dispositivo_id);
create trigger auditada after insert or update or delete on paseo for each row execute function auditar();
create trigger avisada after insert or update or delete on paseo for each row execute function avisar_aprendido();

create table paseo_parada (
  paseo_id bigint not null references paseo (id) on delete cascade,
  ubicacion_id bigint not null references ubicacion (id) on delete cascade,
  desde timestamptz not null default now(),
  -- Null: the person stands there.
  hasta timestamptz,
  primary key (paseo_id, ubicacion_id)
);
create index paseo_parada_ubicacion_id_idx on paseo_parada (ubicacion_id);

-- Who heard the tag of a walk that goes on. No foreign key: readings are never refused because of it.
create table paseo_oido (
  dispositivo_id bigint not null,
  tiempo timestamptz not null,
  lector_id bigint not null,
  rssi smallint
);
create index paseo_oido_dispositivo_id_tiempo_idx on paseo_oido (dispositivo_id, tiempo);
