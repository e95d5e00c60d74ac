create table incidencia (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa,
  dispositivo_id bigint not null references dispositivo,
  lector_id bigint,
  tiempo timestamptz not null,
  -- Last impact of the burst.
  hasta timestamptz not null,
  impactos int not null default 1,
  pico_g real,
  accelxmax real,
  accelxmin real,
  accelymax real,
  accelymin real,
  accelzmax real,
  accelzmin real,
  -- Samples around the impact: [[milliseconds from tiempo, x, y, z], ...] in g.
  muestras jsonb not null default '[]',
  revisado boolean not null default false,
  hubo_golpe_real boolean not null default false,
  hubo_danio boolean not null default false,
  cerrada_por bigint references usuario on delete set null,
  cerrada timestamptz,
  -- Who closed it, by the name of then: the account may be removed.
  cerrada_por_nombre text,
  -- Where its reader stood when it heard the impact: the reader may be moved. Null: it had no place.
  ubicacion_id bigint,
  lat double precision,
  lon double precision,
  -- Who is on an incident, and what people note of it.
  lleva bigint references usuario on delete set null,
  unique (dispositivo_id, tiempo)
);
create index incidencia_empresa_id_tiempo_idx on incidencia (empresa_id, tiempo);
create index incidencia_danio on incidencia (dispositivo_id) where hubo_danio and not revisado;
create index incidencia_dispositivo on incidencia (dispositivo_id, tiempo);
create index incidencia_abierta on incidencia (empresa_id, tiempo) where not revisado;
create index incidencia_lector_id_idx on incidencia (lector_id);
create trigger auditada after insert or update or delete on incidencia for each row execute function auditar();
create trigger avisado_cambio after update on incidencia referencing old table as viejas new table as nuevas
  for each statement execute function avisar_cambio_incidencia();
create trigger golpe_anotado after insert on incidencia for each row execute function anotar_golpe();

create table incidencia_nota (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  incidencia_id bigint not null references incidencia on delete cascade,
  -- Also once that account is gone.
  autor text not null,
  momento timestamptz not null default now(),
  texto text not null
);
create index incidencia_nota_incidencia_id_momento_idx on incidencia_nota (incidencia_id, momento desc);
create trigger auditada after insert or update or delete on incidencia_nota for each row execute function auditar();
