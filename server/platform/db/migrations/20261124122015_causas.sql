-- What broke (causa), and what changed of each container and reader, when it did (cambio).
create table causa (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  clase text not null check (clase in ('mudo', 'sordo', 'reloj', 'clave', 'red', 'nuestra')),
  -- Null: it is of the whole plant.
  lector_id bigint references dispositivo (id) on delete cascade,
  -- It is part of that one, which is told instead.
  padre_id bigint references causa (id) on delete set null,
  desde timestamptz not null,
  -- Null: it goes on.
  hasta timestamptz,
  -- Since when nothing is to be seen of it any more; it ends once that has lasted.
  bien timestamptz,
  vista timestamptz not null default now(),
  evidencia jsonb not null,
  -- When people were told of it; null: not (yet).
  avisada timestamptz,
  -- Who looks into it.
  persona_id bigint references usuario (id) on delete set null,
  asumida timestamptz,
  nota text check (length(nota) <= 1000)
);
create unique index causa_abierta on causa (empresa_id, clase, coalesce(lector_id, 0)) where hasta is null;
create index causa_empresa_id_desde_idx on causa (empresa_id, desde);
create index causa_lector_id_idx on causa (lector_id);
create index causa_padre_id_idx on causa (padre_id);
create trigger auditada after update on causa for each row execute function auditar();

-- When causes were last looked for. A gap is one of ours: nobody looked, and perhaps nobody listened.
create table vigilancia (
  unica boolean primary key default true check (unica),
  ultima timestamptz not null
);

-- Of what a reader usually hears, the share that is silent at any moment: its own measure of what is nothing special.
create table lector_habito (
  lector_id bigint primary key references dispositivo (id) on delete cascade,
  callados real not null,
  -- The largest share that it was while nothing was wrong, fading over months, and for how many minutes that has been looked at.
  peor real not null,
  minutos int not null
);

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
