-- What people say of the batteries of tags: a new one was put in, or none was, in answer to the question; `anulado` takes an earlier one
-- back. Rows are only added.
create table cambio_pila (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  -- Made by whoever sends it: what is sent twice counts once.
  clave uuid not null,
  clase text not null check (clase in ('cambio', 'no_fue', 'anulado')),
  anula bigint unique references cambio_pila (id) on delete cascade,
  -- The tag that it is about: another tag on the container has a battery of its own.
  mac text not null check (length(mac) <= 64),
  -- When the battery was put in, or when that was denied.
  cuando timestamptz not null,
  -- The battery before it had ended; else it was changed early, and nobody knows when it would have ended.
  acabada boolean not null default false,
  momento timestamptz not null default now(),
  persona_id bigint references usuario (id) on delete set null,
  unique (empresa_id, clave),
  check ((anula is null) = (clase <> 'anulado'))
);
create index cambio_pila_dispositivo on cambio_pila (dispositivo_id, cuando desc, id desc);
create trigger auditada after insert on cambio_pila for each row execute function auditar();
create trigger solo_se_anade before update of empresa_id, dispositivo_id, clave, clase, anula, mac, cuando, acabada, momento on cambio_pila
  for each row execute function impedir_cambio();

-- How the battery of each tag does: kept each hour from what the tag told last, and with what people say.
create table pila (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null,
  modelo text not null,
  clase text not null check (clase in ('ya', 'este_mes', 'sin_prisa', 'no_se_sabe')),
  motivo text not null,
  -- The order in which they are to be changed, the smallest first.
  urgencia real not null,
  -- Lowest voltage at the warmest hours of the last days, millivolts; percent, of tags that tell no voltage.
  mv int,
  bateria real,
  -- Chance to end within 30 days, 0 to 1.
  riesgo real,
  -- When the battery was put in; null: nobody said.
  desde timestamptz,
  -- It came back with fresh voltage between these two: somebody is asked.
  fresca_desde timestamptz,
  fresca timestamptz,
  -- What the next look is compared with (server/domains/pilas/memory.ts); null: the tag was never heard.
  memoria jsonb,
  -- When it was looked at last.
  revisada timestamptz not null default now()
);
create index pila_urgencia on pila (empresa_id, urgencia, dispositivo_id);
create index pila_todas on pila (urgencia, dispositivo_id);
create index pila_clase on pila (empresa_id, clase);
create index pila_revisada on pila (revisada);
