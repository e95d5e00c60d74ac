-- Events, their exact counts, incidents.
-- estado: 0 Parado, 1 En movimiento, 2 Impacto.

create table evento (
  -- Made from what identifies the event (device, time, state, reader), so that the same reading twice is one row.
  id bigint not null,
  empresa_id int not null,
  dispositivo_id bigint not null,
  -- 0: no reader known. Not null, so that it can stand in keys.
  lector_id bigint not null default 0,
  tiempo timestamptz not null,
  estado smallint not null,
  etiqueta text,
  bateria real,
  temperatura real,
  valor jsonb not null default '{}',
  primary key (tiempo, id)
) partition by range (tiempo);

create index evento_dispositivo on evento (dispositivo_id, tiempo, id);
create index evento_lector on evento (lector_id, tiempo, id);
create index evento_estado on evento (empresa_id, estado, tiempo, id);
create index evento_empresa on evento (empresa_id, tiempo, id);

-- Counts kept in the transaction that writes the events: a total is never counted row by row.
-- Days are plant days.
create table evento_cuenta (
  empresa_id int not null,
  dispositivo_id bigint not null,
  lector_id bigint not null,
  estado smallint not null,
  n bigint not null,
  primary key (dispositivo_id, lector_id, estado)
) with (fillfactor = 70);
create index on evento_cuenta (lector_id);

create table evento_cuenta_dia (
  empresa_id int not null,
  dia date not null,
  dispositivo_id bigint not null,
  lector_id bigint not null,
  estado smallint not null,
  n bigint not null,
  primary key (dia, dispositivo_id, lector_id, estado)
) with (fillfactor = 70);

-- Marginals: the two above without the device.
create table evento_cuenta_lector (
  empresa_id int not null,
  dia date not null,
  lector_id bigint not null,
  estado smallint not null,
  n bigint not null,
  primary key (empresa_id, dia, lector_id, estado)
) with (fillfactor = 50);

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
  accelxmax real, accelxmin real, accelymax real, accelymin real, accelzmax real, accelzmin real,
  -- Samples around the impact: [[milliseconds from tiempo, x, y, z], ...] in g.
  muestras jsonb not null default '[]',
  revisado boolean not null default false,
  hubo_golpe_real boolean not null default false,
  hubo_danio boolean not null default false,
  cerrada_por bigint references usuario on delete set null,
  cerrada timestamptz,
  unique (dispositivo_id, tiempo)
);
create index on incidencia (empresa_id, tiempo);
create index incidencia_danio on incidencia (dispositivo_id) where hubo_danio and not revisado;

create table visto_sin_registrar (
  empresa_id int not null references empresa,
  mac text not null,
  veces bigint not null,
  primera timestamptz not null,
  ultima timestamptz not null,
  lector_id bigint,
  rssi smallint,
  aleatoria boolean not null default false,
  primary key (empresa_id, mac)
);
create index on visto_sin_registrar (empresa_id, ultima desc);

create table cuarentena (
  id bigint generated always as identity primary key,
  empresa_id int references empresa,
  recibida timestamptz not null default now(),
  formato text not null,
  via text not null,
  topic text,
  lector_id bigint,
  motivo text not null,
  detalle text not null,
  -- The same message again only counts.
  huella bytea not null unique,
  veces int not null default 1,
  cuerpo bytea not null
);
create index on cuarentena (empresa_id, recibida desc);

-- A month of events. Called before rows of that month are written; safe to call twice.
create function crear_particion_evento(mes date) returns void language plpgsql as $$
declare
  desde date := date_trunc('month', mes);
  nombre text := 'evento_' || to_char(desde, 'YYYYMM');
begin
  if to_regclass(nombre) is null then
    perform pg_advisory_xact_lock(72658);
    execute format(
      'create table if not exists %I partition of evento for values from (%L) to (%L)',
      nombre, desde::text || ' 00:00:00+00', (desde + interval '1 month')::date::text || ' 00:00:00+00');
  end if;
end $$;
