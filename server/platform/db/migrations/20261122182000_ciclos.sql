-- The loops that containers run through, each in stages; a place belongs to one stage of a loop.
create table ciclo (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  nombre text not null,
  -- Families that run through it; empty: all that have no loop of their own.
  familias text[] not null default '{}',
  unique (empresa_id, nombre) deferrable initially deferred
);

create table etapa (
  id bigint generated always as identity primary key,
  empresa_id int not null,
  ciclo_id bigint not null references ciclo (id) on delete cascade,
  nombre text not null,
  -- Their order in the loop, from 1 on.
  orden int not null check (orden >= 1),
  clase text not null check (clase in ('vacios', 'llenos', 'consumo', 'transito', 'proveedor', 'servicio')),
  -- A round begins and ends here.
  ancla boolean not null default false,
  unique (ciclo_id, nombre) deferrable initially deferred
);

create table etapa_lugar (
  empresa_id int not null,
  ciclo_id bigint not null references ciclo (id) on delete cascade,
  etapa_id bigint not null references etapa (id) on delete cascade,
  ubicacion_id bigint not null references ubicacion (id) on delete cascade,
  primary key (ciclo_id, ubicacion_id)
);
create index on etapa_lugar (etapa_id);
create index on etapa_lugar (ubicacion_id);

create trigger auditada after insert or update or delete on ciclo for each row execute function auditar();
create trigger auditada after insert or update or delete on etapa for each row execute function auditar();
create trigger auditada after insert or update or delete on etapa_lugar for each row execute function auditar();
