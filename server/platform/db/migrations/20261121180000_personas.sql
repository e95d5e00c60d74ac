-- People: photo, second factor, one-time codes that give a new password, and sessions that can be named.

alter table usuario
  add column segundo_factor boolean not null default false,
  -- Base32, as it is: the server needs it whole to check a code. Set before segundo_factor while it is being prepared.
  add column totp_secreto text,
  -- Last 30 s step whose code was used: it is not taken twice.
  add column totp_paso bigint,
  -- SHA-256 of the recovery codes that are left.
  add column totp_codigos bytea[] not null default '{}',
  add column restablecer_hash bytea,
  add column restablecer_caduca timestamptz;

-- What a person uploaded and the one they chose; the name holds a hash of the content.
create table foto (
  id text primary key,
  usuario_id bigint not null references usuario on delete cascade,
  bytes bytea not null,
  creada timestamptz not null default now()
);
create index on foto (usuario_id);

alter table sesion add column id uuid not null unique default gen_random_uuid();

alter table instalacion add column exigir_segundo_factor boolean not null default false;
create trigger auditada after update on instalacion for each row execute function auditar();

create or replace function sin_secretos(fila jsonb) returns jsonb language sql immutable as $$
  select fila - array['clave_hash', 'token_hash', 'cambio_hash', 'totp_secreto', 'totp_codigos', 'totp_paso',
    'restablecer_hash', 'muestras', 'ultimo_acceso', 'usada', 'cuerpo', 'huella']
$$;

-- A company that is removed takes with it what is of a moment only.
alter table ingesta_turno drop constraint ingesta_turno_empresa_id_fkey,
  add foreign key (empresa_id) references empresa on delete cascade;
alter table visto_sin_registrar drop constraint visto_sin_registrar_empresa_id_fkey,
  add foreign key (empresa_id) references empresa on delete cascade;
alter table cuarentena drop constraint cuarentena_empresa_id_fkey,
  add foreign key (empresa_id) references empresa on delete cascade;
