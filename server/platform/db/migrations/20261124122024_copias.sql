-- Copies that were put back, each written in the same transaction as its rows: what tells, after a restore that was cut short,
-- whether its files are to take their place or to go.
create table restauracion (
  id text primary key,
  hecha timestamptz not null default now()
);
