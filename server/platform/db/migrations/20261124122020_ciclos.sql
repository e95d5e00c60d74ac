-- The loops that containers run through, each in stages; a place belongs to one stage of a loop.
create table ciclo (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  nombre text not null,
  -- Families that run through it; empty: all that have no loop of their own.
  familias text[] not null default '{}',
  unique (empresa_id, nombre) deferrable initially deferred
);
create trigger auditada after insert or update or delete on ciclo for each row execute function auditar();
create trigger visitas after insert or update or delete on ciclo for each row execute function pedir_visitas();

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
create trigger auditada after insert or update or delete on etapa for each row execute function auditar();
create trigger visitas_fuera after delete on etapa for each row execute function quitar_visitas();

create table etapa_lugar (
  empresa_id int not null,
  ciclo_id bigint not null references ciclo (id) on delete cascade,
  etapa_id bigint not null references etapa (id) on delete cascade,
  ubicacion_id bigint not null references ubicacion (id) on delete cascade,
  primary key (ciclo_id, ubicacion_id)
);
create index etapa_lugar_etapa_id_idx on etapa_lugar (etapa_id);
create index etapa_lugar_ubicacion_id_idx on etapa_lugar (ubicacion_id);
create trigger auditada after insert or update or delete on etapa_lugar for each row execute function auditar();
create trigger visitas after insert or delete on etapa_lugar for each row execute function pedir_visitas();

-- How long the stays of a family ('': containers without one) in a stage take, by its finished stays (n) and those that go on; open seconds,
-- null where that is not known.
create table etapa_medida (
  etapa_id bigint not null references etapa (id) on delete cascade,
  familia text not null,
  n int not null,
  q95_s float8,
  -- Where more than one stay in twenty never ends there is no age by which 95 % of all have; `salen`: q95_s is then of those that leave at all.
  salen boolean not null default false,
  primary key (etapa_id, familia)
);

-- The figures of a loop, of a family of it ('': all), at the moment `hecha`.
create table ciclo_medida (
  ciclo_id bigint not null references ciclo (id) on delete cascade,
  familia text not null,
  empresa_id int not null,
  datos jsonb not null,
  hecha timestamptz not null,
  primary key (ciclo_id, familia)
);

-- Of a family in a stage; familia '': of all that have no row of their own.
create table etapa_meta (
  etapa_id bigint not null references etapa (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null default '',
  -- Open hours that a container may stay.
  plazo_h real check (plazo_h > 0),
  -- Containers that there should be.
  minimo int check (minimo >= 0),
  objetivo int check (objetivo >= 0),
  maximo int check (maximo >= 0),
  primary key (etapa_id, familia)
);
create index etapa_meta_empresa_id_idx on etapa_meta (empresa_id);
create trigger auditada after insert or update or delete on etapa_meta for each row execute function auditar();

-- What a container that stands costs its company a day; familia '': of all that have no row of their own.
create table familia_coste (
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null default '',
  euros_dia float8 not null check (euros_dia > 0),
  primary key (empresa_id, familia)
);
create trigger auditada after insert or update or delete on familia_coste for each row execute function auditar();

-- Who is on a container that is stuck, what they note, and until when it is not counted. It is of the visit that was going on at `momento`.
create table atasco (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  etapa_id bigint not null references etapa (id) on delete cascade,
  momento timestamptz not null,
  persona_id bigint references usuario (id) on delete set null,
  nota text check (length(nota) <= 1000),
  callado_hasta timestamptz
);
create index atasco_empresa_id_idx on atasco (empresa_id);
create trigger auditada after insert or update or delete on atasco for each row execute function auditar();

-- Containers that people have been told are stuck, by the visit that it is of.
create table atasco_dicho (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  desde timestamptz not null,
  -- What people were told of belongs to the stage and to a visit that had begun by then: late readings may move the visit's exact beginning.
  -- Rows of before, and of a release that does not know these columns, tell the beginning alone.
  etapa_id bigint,
  momento timestamptz
);

-- How many containers are in each stage, and how many fell silent there, by family: counted whenever visits are made.
create table etapa_cuenta (
  etapa_id bigint not null references etapa (id) on delete cascade,
  familia text not null,
  dentro int not null,
  callan int not null,
  primary key (etapa_id, familia)
);

-- It refers to nothing by keys: looking up what each row refers to took more than half of the time in which they are made.
create table visita (
  dispositivo_id bigint not null,
  desde timestamptz not null,
  empresa_id int not null,
  ciclo_id bigint not null,
  etapa_id bigint not null,
  familia text not null,
  -- Where it stood last of the stage's locations.
  ubicacion_id bigint not null,
  -- When it left, or was heard last; null: it is there.
  hasta timestamptz,
  -- How it ended: heard elsewhere ('paso'), not heard any more ('silencio'), taken off the register ('baja').
  fin text check (fin in ('paso', 'silencio', 'baja')),
  -- The plant's open clock at both ends, seconds.
  reloj_desde float8 not null,
  reloj_hasta float8,
  -- The leg that led here: from which stage (null: none before), and when it left there.
  previa_etapa_id bigint,
  previa_hasta timestamptz,
  -- At the anchor: when the round began that ends here; null: none before.
  vuelta_desde timestamptz,
  vuelta_reloj float8,
  primary key (dispositivo_id, desde),
  check ((hasta is null) = (fin is null))
);
create index visita_abierta on visita (empresa_id, etapa_id, familia, reloj_desde) include (dispositivo_id, desde) where hasta is null;
create index visita_callada on visita (empresa_id, etapa_id, familia, hasta) where fin = 'silencio';
create index visita_etapa_id_hasta_idx on visita (etapa_id, hasta);
create index visita_etapa_id_desde_idx on visita (etapa_id, desde);
create index visita_empresa_id_desde_idx on visita (empresa_id, desde);
create index visita_empresa_id_previa_etapa_id_familia_desde_etapa_id_idx on visita (empresa_id, previa_etapa_id, familia, desde) include (etapa_id);
create index visita_por_horas on visita (etapa_id, (reloj_hasta - reloj_desde)) where fin = 'paso';
create index visita_por_paso on visita (etapa_id, previa_hasta) where previa_hasta is not null;
create index visita_por_horas_paso on visita (etapa_id, (desde - previa_hasta)) where previa_hasta is not null;
create index visita_por_vuelta on visita (etapa_id, vuelta_desde) where vuelta_desde is not null;
create index visita_por_horas_vuelta on visita (etapa_id, (desde - vuelta_desde)) where vuelta_desde is not null;
create index visita_empresa_id_hasta_idx on visita (empresa_id, hasta) where hasta is not null;

-- Containers whose stays have changed since their visits were made, and from when on; many rows of one are one. Without a
-- container: all of the company.
create table visita_pendiente (
  id bigint generated always as identity primary key,
  empresa_id int not null,
  dispositivo_id bigint,
  desde timestamptz not null
);
