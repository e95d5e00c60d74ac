-- What the exchanges of a company teach about each model of tag, as it was learned last: each hour, and at once while the exchanges are few.
create table pila_aprendido (
  empresa_id int not null references empresa (id) on delete cascade,
  -- Empty: tags with a serial number, of which nothing is learned.
  modelo text not null,
  -- Batteries with a known start that ended, that were changed before their end, and that are in use.
  acabadas int not null,
  tempranas int not null,
  siguen int not null,
  -- Median life in days and its 90 % confidence band; null: not known.
  mediana int,
  bajo int,
  alto int,
  -- The survival curve: ages in days, the share that lasts longer, and how many ended (server/platform/math/supervivencia.ts).
  curva jsonb not null,
  momento timestamptz not null default now(),
  primary key (empresa_id, modelo)
);

-- Number of tags of each model in each class, kept with each change of `pila`.
create table pila_cuenta (
  empresa_id int not null,
  modelo text not null,
  clase text not null,
  motivo text not null,
  n int not null,
  primary key (empresa_id, modelo, clase, motivo)
) with (fillfactor = 70);
insert into pila_cuenta select empresa_id, modelo, clase, motivo, count(*) from pila group by 1, 2, 3, 4;
create trigger contada_alta after insert on pila referencing new table as nuevas for each statement execute function contar_pilas();
create trigger contada_baja after delete on pila referencing old table as viejas for each statement execute function contar_pilas();
create trigger contada_cambio after update on pila referencing old table as viejas new table as nuevas
  for each statement execute function contar_pilas();
