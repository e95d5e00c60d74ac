-- Which ingest process a company's readings were applied by last: its memory of them is the only one that is up to date.
create table ingesta_turno (
  empresa_id int primary key references empresa,
  proceso uuid not null
);

-- What a process knows of a device beyond the other columns, where another process may go on with it; else null.
alter table dispositivo_estado add column memoria jsonb;
