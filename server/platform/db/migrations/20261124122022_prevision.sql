-- A stage and a family; '' are all of them together, '*' those that are too small alone.
create table prevision_serie (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  etapa_id bigint not null references etapa (id) on delete cascade,
  familia text not null,
  -- The families that '*' stands for.
  familias text[] not null default '{}',
  -- Containers there at the hour of the last look, and the minimum of then.
  momento timestamptz not null,
  stock int not null,
  minimo int,
  -- Those that left in 8 weeks.
  salidas int not null,
  -- Which method was chosen, how, and how it would have done in the last weeks; null: too little to go by.
  eleccion jsonb,
  ensayo jsonb,
  elegida timestamptz,
  unique (etapa_id, familia)
);
create index prevision_serie_empresa_id_idx on prevision_serie (empresa_id);

create table prevision (
  serie_id bigint not null references prevision_serie (id) on delete cascade,
  -- The full open hour that it was made at, and the 24 that follow.
  emitida timestamptz not null,
  horas timestamptz[] not null,
  stock int not null,
  minimo int,
  q10 real[] not null,
  q50 real[] not null,
  q90 real[] not null,
  -- How likely it falls under the minimum in these hours, and by when; null: no minimum, or not at all.
  p_falta real,
  hora_falta timestamptz,
  metodo text not null,
  fiable boolean not null,
  -- What came, once the hours have passed: the first hour under the minimum, and scores.
  juzgada timestamptz,
  falto timestamptz,
  pinball real,
  pinball_ultimo real,
  -- Of the judged hours, those within the band.
  dentro int,
  juzgadas int,
  -- By when the stock is under its minimum, as likely as it is: until each of the forecast's hours. Null: it is already, or no path leads there.
  p_horas real[],
  primary key (serie_id, emitida)
);
create index prevision_emitida_idx on prevision (emitida) where juzgada is null;

-- When people were warned of a series, or told that there is too little already, until that is over. Whether it came is in its forecast.
create table prevision_aviso (
  id bigint generated always as identity primary key,
  serie_id bigint not null references prevision_serie (id) on delete cascade,
  desde timestamptz not null,
  -- It was under the minimum by then: nothing was foretold.
  ya boolean not null,
  -- When the last look found neither; it is over once that has lasted.
  bien timestamptz,
  hasta timestamptz
);
create unique index prevision_aviso_abierto on prevision_aviso (serie_id) where hasta is null;
create index prevision_aviso_serie_id_desde_idx on prevision_aviso (serie_id, desde);
