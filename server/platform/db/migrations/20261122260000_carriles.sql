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

-- ingesta_custodia and dispositivo_estado.memoria are used no longer; the version before this one still reads them.
