-- Size of each group of tables, once a day: how fast the database grows.
create table medida (
  dia date not null,
  grupo text not null,
  bytes bigint not null,
  tomada timestamptz not null default now(),
  primary key (dia, grupo)
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
