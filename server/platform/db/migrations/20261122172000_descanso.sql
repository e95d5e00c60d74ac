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
create index on descanso (empresa_id, momento);
