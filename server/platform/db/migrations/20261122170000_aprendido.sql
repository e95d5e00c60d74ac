-- What the place engine has learned of a company's plant, one row a version; and the walks that it learns from.

create table aprendido (
  empresa_id int not null references empresa (id) on delete cascade,
  version int not null check (version > 0),
  creado timestamptz not null default now(),
  -- The one that places are told by. None: what the plan alone says.
  activo boolean not null,
  clase text not null check (clase in ('paseo', 'confirmaciones', 'solo', 'vuelta atrás')),
  autor text,
  -- What it was learned from and what it changed (contract/calibracion.ts).
  resumen jsonb not null,
  -- lugar/guardado.ts
  sumas jsonb not null,
  -- Makes the certainty honest, as people's confirmations tell; null: that of other plants.
  exponente real,
  primary key (empresa_id, version)
);
create unique index on aprendido (empresa_id) where activo;

create table paseo (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  autor text not null,
  desde timestamptz not null default now(),
  -- Null: it goes on.
  hasta timestamptz,
  -- What was learned from it; null: nothing.
  version int
);
-- One at a time in a company.
create unique index on paseo (empresa_id) where hasta is null;
create index on paseo (dispositivo_id);

create table paseo_parada (
  paseo_id bigint not null references paseo (id) on delete cascade,
  ubicacion_id bigint not null references ubicacion (id) on delete cascade,
  desde timestamptz not null default now(),
  -- Null: the person stands there.
  hasta timestamptz,
  primary key (paseo_id, ubicacion_id)
);
create index on paseo_parada (ubicacion_id);

-- Who heard the tag of a walk that goes on. No foreign key: readings are never refused because of it.
create table paseo_oido (
  dispositivo_id bigint not null,
  tiempo timestamptz not null,
  lector_id bigint not null,
  rssi smallint
);
create index on paseo_oido (dispositivo_id, tiempo);

create or replace function sin_secretos(fila jsonb) returns jsonb language sql immutable as $$
  select fila - array['clave_hash', 'token_hash', 'cambio_hash', 'totp_secreto', 'totp_codigos', 'totp_paso',
    'restablecer_hash', 'muestras', 'ultimo_acceso', 'usada', 'cuerpo', 'huella', 'buscable', 'clave_firma', 'sumas', 'resumen']
$$;
create trigger auditada after insert or update or delete on aprendido for each row execute function auditar();
create trigger auditada after insert or update or delete on paseo for each row execute function auditar();

-- Running processes take what was learned up at once, and write down who hears the tag of a walk.
create function avisar_aprendido() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_aprendido', coalesce(new.empresa_id, old.empresa_id)::text);
  return null;
end $$;
create trigger avisada after insert or update or delete on aprendido for each row execute function avisar_aprendido();
create trigger avisada after insert or update or delete on paseo for each row execute function avisar_aprendido();
