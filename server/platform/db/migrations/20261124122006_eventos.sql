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
create index evento_impacto on evento (dispositivo_id, tiempo, id) where estado = 2;
create index evento_impacto_lector on evento (lector_id, tiempo, id) where estado = 2;

-- One row of counts for all three states: fewer rows to write and to add up. The days of a device no longer know its
-- readers: such a day is counted on its rows.
create table evento_cuenta (
  empresa_id int not null,
  dispositivo_id bigint not null,
  lector_id bigint not null,
  parado bigint not null default 0,
  movimiento bigint not null default 0,
  impacto bigint not null default 0,
  n bigint generated always as (parado + movimiento + impacto) stored,
  constraint cuenta_nueva_pkey primary key (dispositivo_id, lector_id)
) with (fillfactor = 70);
create index evento_cuenta_lector_id_idx on evento_cuenta (lector_id);

create table evento_cuenta_dia (
  empresa_id int not null,
  dia date not null,
  dispositivo_id bigint not null,
  parado bigint not null default 0,
  movimiento bigint not null default 0,
  impacto bigint not null default 0,
  n bigint generated always as (parado + movimiento + impacto) stored,
  constraint cuenta_nueva_pkey1 primary key (dia, dispositivo_id)
) with (fillfactor = 70);
create index evento_cuenta_dia_dispositivo_id_dia_idx on evento_cuenta_dia (dispositivo_id, dia);

create table evento_cuenta_lector (
  empresa_id int not null,
  dia date not null,
  lector_id bigint not null,
  parado bigint not null default 0,
  movimiento bigint not null default 0,
  impacto bigint not null default 0,
  n bigint generated always as (parado + movimiento + impacto) stored,
  constraint cuenta_nueva_pkey2 primary key (empresa_id, dia, lector_id)
) with (fillfactor = 50);
