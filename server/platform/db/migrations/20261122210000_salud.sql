-- How Retorna itself is doing: what it can only say of itself, or only by what was measured before.

-- What each process that takes readings says of itself, several times a minute. One that is silent is gone.
create table pulso (
  proceso text primary key,
  desde timestamptz not null,
  visto timestamptz not null default now(),
  -- Readings that wait to be committed.
  en_cola int not null,
  lecturas_minuto real not null,
  -- Messages since the last pulse of which nothing could be committed; their senders were told.
  fallidos int not null,
  -- From the arrival of a message to its commit, of those since the last pulse; null: there were none.
  mediana_ms real,
  p95_ms real,
  peor_ms real,
  -- When a message was committed last.
  ultima timestamptz
);

-- What became of each kind of work the last time; the queue itself forgets after a while.
create table trabajo_resultado (
  nombre text primary key,
  hecho timestamptz,
  ms int,
  fallado timestamptz,
  error text,
  -- Failures since it was done last.
  fallos int not null default 0
);

-- Size of each group of tables, once a day: how fast the database grows.
create table medida (
  dia date not null,
  grupo text not null,
  bytes bigint not null,
  tomada timestamptz not null default now(),
  primary key (dia, grupo)
);

create index on entrega (terminada) where estado = 'rechazada';
