-- How sure the place of a stay was as it ended; null: not known.
alter table estancia add column certeza real;

-- What a company tells in EPCIS 2.0, and by which identifiers; no row: nothing.
create table epcis_ajuste (
  empresa_id int primary key references empresa on delete cascade,
  activo boolean not null,
  -- What happened before is not told.
  desde timestamptz not null,
  -- Below this certainty of a place nothing is told of it.
  umbral real not null check (umbral between 0 and 1),
  -- A stay of so many minutes is a rest.
  minutos_reposo int not null check (minutos_reposo between 1 and 43200),
  -- GS1 company prefix, domain of Digital Link URIs, and the GLN that places without one of their own extend; null: none.
  prefijo text,
  dominio text,
  gln text,
  -- Where our own URIs begin: as it was when the first event was told, so that they stay the same.
  base text not null,
  -- Asset type of each family, by its name.
  familias jsonb not null default '{}',
  -- Places that have a GLN, an extension or a business step of their own: [{ubicacion, gln, extension, paso}].
  lugares jsonb not null default '[]'
);
create trigger auditada after insert or update or delete on epcis_ajuste for each row execute function auditar();

-- What was told, in the order of telling: rows are added and never changed. One process at a time writes those of a company, so that none with a
-- lower number is committed later.
create table epcis_evento (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  -- CBV 2.0, 8.9.2. The declaration that an event was wrong has the number of that event.
  event_id text not null,
  record_time timestamptz not null,
  event_time timestamptz not null,
  tipo text not null,
  action text not null,
  biz_step text,
  disposition text,
  -- epcList, or childEPCs; and parentID.
  epcs text[] not null,
  parent_id text,
  read_point text,
  biz_location text,
  -- Of the declaration that an event was wrong: the row of that event, and when and why it was declared.
  corrige bigint references epcis_evento,
  declarado timestamptz,
  razon text,
  -- The event as it was told, without recordTime.
  cuerpo jsonb not null
);
create index epcis_evento_empresa_id_id_idx on epcis_evento (empresa_id, id);
create index epcis_evento_empresa_id_event_time_idx on epcis_evento (empresa_id, event_time, id);
create index epcis_evento_empresa_id_record_time_idx on epcis_evento (empresa_id, record_time, id);
create index epcis_evento_event_id_idx on epcis_evento (event_id);
create index epcis_evento_biz_location_idx on epcis_evento (empresa_id, biz_location, id) where biz_location is not null;
create index epcis_evento_read_point_idx on epcis_evento (empresa_id, read_point, id) where read_point is not null;
create index epcis_evento_parent_id_idx on epcis_evento (empresa_id, parent_id, id) where parent_id is not null;
create index epcis_evento_epcs_idx on epcis_evento using gin (epcs);
create index epcis_evento_corrige_idx on epcis_evento (corrige) where corrige is not null;
create trigger solo_altas before update or delete on epcis_evento for each row execute function impedir_cambio_epcis();

-- What events have named, by kind: what the lists of the standard answer.
create table epcis_nombre (
  empresa_id int not null references empresa on delete cascade,
  clase text not null,
  uri text not null,
  primary key (empresa_id, clase, uri)
);

-- What stands as told of each container: what is told next is told from here.
create table epcis_dicho (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  dispositivo_id bigint not null references dispositivo on delete cascade,
  clase text not null,
  -- The row that it was told of: an incident, a change; null: a stay.
  ref bigint,
  ubicacion_id bigint,
  momento timestamptz not null,
  evento_id bigint not null references epcis_evento on delete cascade
);
create index epcis_dicho_dispositivo_id_momento_idx on epcis_dicho (dispositivo_id, momento);
create index epcis_dicho_evento_id_idx on epcis_dicho (evento_id);
create index epcis_dicho_empresa_id_idx on epcis_dicho (empresa_id);

-- Containers of which something may be to be told, from which moment on, and not before when that is looked at.
create table epcis_pendiente (
  id bigint generated always as identity primary key,
  empresa_id int not null,
  dispositivo_id bigint not null,
  desde timestamptz not null,
  cuando timestamptz not null default now()
);
create index epcis_pendiente_empresa_id_cuando_idx on epcis_pendiente (empresa_id, cuando);

-- Whom a company tells as it happens: a standard query, whose events go to a webhook in the order of telling.
create table epcis_suscripcion (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  webhook_id bigint not null references webhook on delete cascade,
  nombre text not null,
  consulta jsonb not null,
  activa boolean not null default true,
  -- Why the program paused it; null: a person did, or it is not.
  apagada text,
  -- The last event that was taken, and the last one of a page that was not yet.
  cursor bigint not null,
  hasta bigint,
  enviada timestamptz,
  intentos int not null default 0,
  desde timestamptz,
  siguiente timestamptz,
  error text,
  creada timestamptz not null default now()
);
create index epcis_suscripcion_empresa_id_idx on epcis_suscripcion (empresa_id);
create index epcis_suscripcion_webhook_id_idx on epcis_suscripcion (webhook_id);
create trigger auditada after insert or delete on epcis_suscripcion for each row execute function auditar();
create trigger auditada_cambio after update of nombre, consulta, activa, webhook_id on epcis_suscripcion for each row
  when ((old.nombre, old.consulta, old.activa, old.webhook_id) is distinct from (new.nombre, new.consulta, new.activa, new.webhook_id))
  execute function auditar();

create trigger epcis_alta after insert on estancia referencing new table as tocada for each statement execute function pedir_epcis();
create trigger epcis_baja after delete on estancia referencing old table as tocada for each statement execute function pedir_epcis();
create trigger epcis_era after update on estancia referencing old table as tocada for each statement execute function pedir_epcis();
create trigger epcis_es after update on estancia referencing new table as tocada for each statement execute function pedir_epcis();
create trigger epcis_alta after insert on incidencia referencing new table as tocada for each statement execute function pedir_epcis();
create trigger epcis_es after update on incidencia referencing new table as tocada for each statement execute function pedir_epcis();
create trigger epcis after insert on cambio for each row
  when (new.clase = 'etiqueta' or new.clase = 'estado' and (new.a = 'Posible extravío' or new.de = 'Posible extravío'))
  execute function pedir_epcis_de();
create trigger epcis_alta after insert on dispositivo for each row when (new.tipo <> 'Reader') execute function pedir_epcis_de();
create trigger epcis_es after update of eliminado on dispositivo for each row
  when (new.tipo <> 'Reader' and old.eliminado is distinct from new.eliminado) execute function pedir_epcis_de();
-- The stay that goes on.
create trigger epcis_alta after insert on dispositivo_estado for each row when (new.lector_desde is not null) execute function pedir_epcis_de();
create trigger epcis_es after update on dispositivo_estado for each row
  when ((old.lector_desde, old.lector_id, old.ubicacion_id) is distinct from (new.lector_desde, new.lector_id, new.ubicacion_id))
  execute function pedir_epcis_de();
