-- What holds for the whole database and for every process on it: one row.

create table instalacion (
  unica boolean primary key default true check (unica),
  -- Zone whose days the counts of events are kept by (TZ_PLANTA of the first start).
  zona text not null
);
