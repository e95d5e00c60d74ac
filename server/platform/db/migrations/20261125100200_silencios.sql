-- How past silences ended: of those that began in a month (UTC) where containers were in a stage (0: in none), by the cell of their length
-- (`celda_silencio`), how many were heard again and how many were taken off the register before that. Those that go on are in `perdida`.
create table silencio_cuenta (
  empresa_id int not null references empresa (id) on delete cascade,
  mes date not null,
  etapa_id bigint not null,
  celda int not null,
  vueltos int not null,
  bajas int not null,
  primary key (empresa_id, mes, etapa_id, celda)
);

-- Since when the ladder counts a company's silences as they end. Those that ended before are counted from its stays, back to `atras` so far.
create table silencio_desde (
  empresa_id int primary key references empresa (id) on delete cascade,
  desde timestamptz not null,
  atras timestamptz not null
);

-- What was learned of that: of the silences that reached a cell (n; 50 at least) the share that was heard again, and the band of 90 % about it.
-- etapa_id 0: of all of the company.
create table silencio_vuelve (
  empresa_id int not null references empresa (id) on delete cascade,
  etapa_id bigint not null,
  celda int not null,
  n int not null,
  vuelve real not null,
  bajo real not null,
  alto real not null,
  primary key (empresa_id, etapa_id, celda)
);

alter table perdida
  -- The stage that it was in when it was heard last; null: in none.
  add column etapa_id bigint,
  -- Chance to be heard again, as `silencio_vuelve` had it, of its own stage or of all; null: too few silences reached its length.
  add column vuelve real,
  add column vuelve_bajo real,
  add column vuelve_alto real,
  add column vuelve_n int,
  add column vuelve_propia boolean,
  -- Cents of its price that are lost on average; null: it has no price or no chance is known.
  add column esperada int;
