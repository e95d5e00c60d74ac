create table dispositivo (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa,
  -- 12 upper case hex digits, or a serial in upper case.
  mac text not null,
  apodo text,
  tipo text not null check (tipo in ('Reader', 'iBeacon', 'SmartBle')),
  activado boolean not null default true,
  etiqueta text,
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  ubicacion_id bigint references ubicacion on delete set null,
  familia text generated always as (nullif(split_part(coalesce(apodo, ''), '-', 1), '')) stored,
  creado timestamptz not null default now(),
  eliminado timestamptz,
  -- What a device is searched by, in small letters once and for all: lower() of each row took most of a search.
  -- U+001F stands between the two, which nobody types.
  buscable text not null generated always as (lower(coalesce(apodo, '')) || chr(31) || lower(mac)) stored,
  -- Since when a container carries its tag, where it carried another before: what comes late of an earlier time is somebody else's.
  mac_desde timestamptz,
  check ((lat is null) = (lon is null))
);
create unique index dispositivo_mac on dispositivo (mac) where eliminado is null;
create unique index dispositivo_apodo on dispositivo (empresa_id, lower(apodo)) where eliminado is null and apodo is not null;
create index dispositivo_empresa on dispositivo (empresa_id, apodo);
create index dispositivo_apagado on dispositivo (id) where not activado;
create index dispositivo_lector on dispositivo (empresa_id) where tipo = 'Reader' and eliminado is null;
create index dispositivo_nombre on dispositivo (empresa_id, coalesce(apodo, mac), id) where eliminado is null;
-- Tables whose rows people change. A new one takes one line more.
create trigger auditada after insert or update or delete on dispositivo for each row execute function auditar();
create trigger avisado_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function avisar_cambio_dispositivo();
create trigger avisado_cambio after update on dispositivo referencing old table as viejas new table as nuevas
  for each statement execute function avisar_cambio_dispositivo();
create trigger registrado_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function avisar_registro_dispositivo();
create trigger registrado_cambio after update on dispositivo referencing old table as viejas new table as nuevas
  for each statement execute function avisar_registro_dispositivo();
create trigger situado_alta after insert on dispositivo for each row
  when (new.tipo = 'Reader') execute function anotar_lugar();
create trigger situado_cambio after update of tipo, ubicacion_id, lat, lon on dispositivo for each row
  when (new.tipo = 'Reader') execute function anotar_lugar();
create trigger situado_aviso_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function avisar_lectores();
create trigger situado_aviso_cambio after update on dispositivo referencing old table as viejas new table as nuevas
  for each statement execute function avisar_lectores();
create trigger ya_no_rota_alta after insert on dispositivo referencing new table as nuevas
  for each statement execute function quitar_rota();
create trigger ya_no_rota_cambio after update on dispositivo referencing new table as nuevas
  for each statement execute function quitar_rota();
create trigger mac_cambiada before update of mac on dispositivo for each row
  when (old.mac is distinct from new.mac) execute function anotar_mac_desde();
create trigger etiqueta_anotada after update of mac on dispositivo for each row
  when (old.mac is distinct from new.mac and new.tipo <> 'Reader') execute function anotar_etiqueta();
create trigger visitas_fuera after delete on dispositivo for each row execute function quitar_visitas();
create trigger visita_otra after update of familia, empresa_id, ubicacion_id, tipo, eliminado on dispositivo for each row
  when ((old.familia, old.empresa_id, old.tipo, old.eliminado) is distinct from (new.familia, new.empresa_id, new.tipo, new.eliminado)
    or (new.tipo = 'Reader' and old.ubicacion_id is distinct from new.ubicacion_id))
  execute function pedir_visita_dispositivo();

-- The last state, one row per device; fillfactor leaves room for updates in place.
create table dispositivo_estado (
  dispositivo_id bigint primary key references dispositivo on delete cascade,
  empresa_id int not null,
  ultimo_registro timestamptz not null,
  recibido timestamptz not null default now(),
  lector_id bigint,
  lector_desde timestamptz,
  rssi smallint,
  estado smallint not null default 0,
  estado_desde timestamptz not null,
  ultimo_movimiento timestamptz,
  ultimo_evento timestamptz,
  contador_movimiento bigint,
  bateria real,
  bateria_mv int,
  temperatura real,
  humedad real,
  accel real[],
  roll real,
  pitch real,
  lat double precision,
  lon double precision,
  valor jsonb not null default '{}',
  -- Readers only: their clock minus ours.
  desfase_s int,
  -- Fingerprint of the last reading, so that its repetition is known as one after a restart.
  huella bigint,
  -- What a process knows of a device beyond the other columns, where another process may go on with it; else null.
  memoria jsonb,
  -- Readers only: messages in the minute of the last one (`minuto`, counted from 1970) and in the minute before it.
  minuto int,
  mensajes int,
  mensajes_previos int,
  -- The mac whose readings the rest of the row stands on. Another tag on the container is compared with nothing of it. Null:
  -- that of the device.
  tag text,
  -- The place told where it is not that of the reader: a location that people walked, without a reader of its own.
  ubicacion_id bigint,
  -- How sure the place is, 0 to 1; null: not known.
  certeza real,
  -- The next likely place, and how sure that one is.
  segunda_id bigint,
  segunda_certeza real,
  -- It is on its way: the place is the nearest one.
  en_camino boolean not null default false,
  -- The stay before this one: when its place was last heard, and whether nobody heard the container after that.
  previa_hasta timestamptz,
  previa_silencio boolean not null default false,
  -- What a tag's acceleration sensor has been seen to be (server/domains/lecturas/rules/sensor.ts): what it tells, as bits; its step
  -- and the furthest value of an axis, in g; and how often it was just there.
  acel_dice smallint,
  acel_paso real,
  acel_tope real,
  acel_veces int
) with (fillfactor = 60);
create index dispositivo_estado_lector_id_idx on dispositivo_estado (lector_id);
-- A change of reader within a place is none of stay: the ingest leaves lector_desde as it is.
create trigger estancia_acabada after update on dispositivo_estado for each row
  when (old.lector_desde is distinct from new.lector_desde and old.lector_id is not null and old.lector_desde is not null)
  execute function anotar_estancia();
create trigger visita_empieza after insert on dispositivo_estado for each row
  when (new.lector_desde is not null) execute function pedir_visita_actual();
create trigger visita_sigue after update on dispositivo_estado for each row
  when (old.lector_desde is distinct from new.lector_desde or old.ubicacion_id is distinct from new.ubicacion_id)
  execute function pedir_visita_actual();
create trigger avisado_alta after insert on dispositivo_estado for each row execute function avisar_estado();
create trigger avisado_cambio after update on dispositivo_estado for each row
  when (new.ultimo_registro < old.ultimo_registro or old.certeza < 0.6 is distinct from (new.certeza < 0.6)
    or (old.lector_id, old.ubicacion_id, old.en_camino, old.lat is null) is distinct from
      (new.lector_id, new.ubicacion_id, new.en_camino, new.lat is null))
  execute function avisar_estado();

-- Tags that were taken off a container because they are broken. One that is registered again is none.
create table etiqueta_rota (
  empresa_id int not null references empresa on delete cascade,
  mac text not null,
  -- The container that it was on.
  dispositivo_id bigint not null references dispositivo on delete cascade,
  marcada_por text not null,
  momento timestamptz not null default now(),
  primary key (empresa_id, mac)
);
create trigger auditada after insert or update or delete on etiqueta_rota for each row execute function auditar();
