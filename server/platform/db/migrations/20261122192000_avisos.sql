-- Notices: what happened, who is told, and what became of telling them.

-- Where people get mail. An address counts once its owner has followed the link that was sent to it.
alter table usuario
  add column correo text,
  add column correo_pendiente text,
  add column correo_hash bytea,
  add column correo_caduca timestamptz;

-- Keys with which push services know this installation: made once, the same for all processes.
alter table instalacion
  add column vapid_publica text,
  add column vapid_privada text;

create table aviso (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  tipo text not null,
  gravedad text not null check (gravedad in ('grave', 'normal')),
  -- What its line is made of.
  datos jsonb not null,
  -- Path within the application to where it is dealt with.
  enlace text not null,
  tiempo timestamptz not null default now(),
  -- Facts of the same group until then are counted by this one; null: it tells of one fact.
  grupo text,
  abierto_hasta timestamptz
);
create index on aviso (empresa_id, tiempo desc, id desc);
create index on aviso (empresa_id, grupo, abierto_hasta) where grupo is not null;

-- What was told already: a fact of this name leads to no second notice.
create table aviso_hecho (
  empresa_id int not null references empresa on delete cascade,
  clave text not null,
  aviso_id bigint references aviso on delete cascade,
  tiempo timestamptz not null default now(),
  primary key (empresa_id, clave)
);
create index on aviso_hecho (aviso_id);

create table aviso_usuario (
  usuario_id bigint not null references usuario on delete cascade,
  aviso_id bigint not null references aviso on delete cascade,
  leido timestamptz,
  primary key (usuario_id, aviso_id)
);
create index on aviso_usuario (aviso_id);
create index on aviso_usuario (usuario_id) where leido is null;

-- What somebody chose; who chose nothing has what fits their role.
create table aviso_preferencia (
  usuario_id bigint primary key references usuario on delete cascade,
  canales jsonb not null,
  -- Plant time, HH:MM; both or none.
  silencio_desde text,
  silencio_hasta text,
  -- Only notices of these; empty: of all.
  familias text[] not null default '{}',
  ubicaciones bigint[] not null default '{}'
);

-- A device on which somebody wants to be told, as its push service knows it.
create table suscripcion (
  id bigint generated always as identity primary key,
  usuario_id bigint not null references usuario on delete cascade,
  direccion text not null unique,
  p256dh text not null,
  auth text not null,
  aparato text not null,
  creada timestamptz not null default now()
);
create index on suscripcion (usuario_id);

create table webhook (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  nombre text not null,
  url text not null,
  -- As it is: every delivery is signed with it, and with the one before while that is exchanged.
  secreto text not null,
  secreto_previo text,
  previo_hasta timestamptz,
  -- Kinds of notices; empty: all. So with families and places.
  tipos text[] not null default '{}',
  familias text[] not null default '{}',
  ubicaciones bigint[] not null default '{}',
  activo boolean not null default true,
  -- Why the program switched it off; null: nobody or a person did.
  apagado text,
  creado timestamptz not null default now()
);
create index on webhook (empresa_id);
create trigger auditada after insert or update or delete on webhook for each row execute function auditar();

-- One notice to one destination by one channel.
create table entrega (
  id uuid primary key default gen_random_uuid(),
  -- In which order those of a destination leave.
  orden bigint generated always as identity unique,
  empresa_id int not null references empresa on delete cascade,
  -- Null: a trial that somebody asked for.
  aviso_id bigint references aviso on delete cascade,
  canal text not null check (canal in ('correo', 'push', 'webhook')),
  -- Which one, by canal and number: `correo:12` of user 12, `push:3` of subscription 3, `webhook:1`.
  destino text not null,
  usuario_id bigint references usuario on delete cascade,
  -- To whom, as people call it.
  nombre text not null,
  -- Gathered with others into one message.
  resumen boolean not null default false,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'enviada', 'rechazada', 'descartada')),
  intentos int not null default 0,
  creada timestamptz not null default now(),
  -- When it was to be sent first, and when it is next.
  debida timestamptz not null,
  siguiente timestamptz not null,
  -- Why the last try failed, for people.
  error text,
  -- When it was sent, or given up.
  terminada timestamptz,
  unique (aviso_id, destino)
);
create index on entrega (destino, orden) where estado = 'pendiente';
create index on entrega (siguiente) where estado = 'pendiente';
create index on entrega (empresa_id, creada desc, orden desc);

create or replace function sin_secretos(fila jsonb) returns jsonb language sql immutable as $$
  select fila - array['clave_hash', 'token_hash', 'cambio_hash', 'totp_secreto', 'totp_codigos', 'totp_paso',
    'restablecer_hash', 'muestras', 'ultimo_acceso', 'usada', 'cuerpo', 'huella', 'buscable', 'clave_firma',
    'correo_hash', 'correo_caduca', 'vapid_privada', 'secreto', 'secreto_previo']
$$;
