-- What people want of each stage, what was measured of it, and who deals with a container that is stuck there.

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
create index on etapa_meta (empresa_id);

-- What a container that stands costs its company a day; familia '': of all that have no row of their own.
create table familia_coste (
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null default '',
  euros_dia float8 not null check (euros_dia > 0),
  primary key (empresa_id, familia)
);

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
create index on atasco (empresa_id);

create trigger auditada after insert or update or delete on etapa_meta for each row execute function auditar();
create trigger auditada after insert or update or delete on familia_coste for each row execute function auditar();
create trigger auditada after insert or update or delete on atasco for each row execute function auditar();

-- How long the stays of a family ('': containers without one) in a stage take, by its finished stays (n) and those that go on; open seconds,
-- null where that is not known.
create table etapa_medida (
  etapa_id bigint not null references etapa (id) on delete cascade,
  familia text not null,
  n int not null,
  q95_s float8,
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

-- From what age on (open seconds) a container of a family is stuck in a stage: the longer of the plazo that people set and of what 95 % of at
-- least 30 stays took. Null: neither is known, and nothing is stuck.
create view etapa_limite as
select m.etapa_id, t.empresa_id, t.ciclo_id, m.familia, m.n, x.plazo_s,
  greatest(x.plazo_s, x.q95_s) as limite_s,
  case when x.q95_s > coalesce(x.plazo_s, 0) then 'q95' when x.plazo_s is not null then 'plazo' end as de
from etapa_medida m
join etapa t on t.id = m.etapa_id
cross join lateral (
  select case when m.n >= 30 then m.q95_s end as q95_s,
    (select e.plazo_h * 3600 from etapa_meta e
     where e.etapa_id = m.etapa_id and e.familia in (m.familia, '') and e.plazo_h is not null
     order by e.familia = '' limit 1) as plazo_s
) x;
