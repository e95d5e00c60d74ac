-- A company, which owns everything.
create table empresa (
  id int primary key,
  nombre text not null,
  creada timestamptz not null default now(),
  -- What the people of a company see: all of the application, or their panel only, with or without its main links.
  -- The numbers 4, 5 and 6 have been panels from the start; any company can be made one, or be none any more.
  modo text not null,
  constraint empresa_modo_check check (modo in ('completo', 'panel', 'solo_panel'))
);
create trigger auditada after insert or update or delete on empresa for each row execute function auditar();
create trigger empresa_modo before insert on empresa for each row execute function empresa_modo();
create trigger empresa_ajuste after insert on empresa for each row execute function empresa_ajuste();

create table usuario (
  id bigint generated always as identity primary key,
  username text not null,
  -- Lower case, normalised (NFKC): two names that look alike are one.
  username_clave text not null unique,
  nombre text not null,
  clave_hash text not null,
  empresa_id int not null references empresa,
  activo boolean not null default true,
  foto_perfil text,
  ultimo_acceso timestamptz,
  creado timestamptz not null default now(),
  -- A code is asked for besides the password.
  segundo_factor boolean not null default false,
  -- Base32, as it is: the server needs it whole to check a code. Set before segundo_factor while it is being prepared.
  totp_secreto text,
  -- Last 30 s step whose code was used: it is not taken twice.
  totp_paso bigint,
  -- SHA-256 of the recovery codes that are left.
  totp_codigos bytea[] not null default '{}',
  restablecer_hash bytea,
  restablecer_caduca timestamptz,
  -- What an account may do: look; that and change; that and administer its company; administer all companies.
  rol text not null default 'operario'
  check (rol in ('lectura', 'operario', 'empresa', 'admin')),
  -- Where people get mail. An address counts once its owner has followed the link that was sent to it.
  correo text,
  correo_pendiente text,
  correo_hash bytea,
  correo_caduca timestamptz
);
create index usuario_empresa_id_idx on usuario (empresa_id);
create trigger auditada after insert or update or delete on usuario for each row execute function auditar();

create table sesion (
  token_hash bytea primary key,
  cambio_hash bytea not null,
  usuario_id bigint not null references usuario on delete cascade,
  creada timestamptz not null default now(),
  usada timestamptz not null default now(),
  direccion inet,
  agente text,
  id uuid not null unique default gen_random_uuid()
);
create index sesion_usuario_id_idx on sesion (usuario_id);

-- What a person uploaded and the one they chose; the name holds a hash of the content.
create table foto (
  id text primary key,
  usuario_id bigint not null references usuario on delete cascade,
  bytes bytea not null,
  creada timestamptz not null default now()
);
create index foto_usuario_id_idx on foto (usuario_id);
