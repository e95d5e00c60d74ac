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
create index aviso_empresa_id_tiempo_id_idx on aviso (empresa_id, tiempo desc, id desc);
create index aviso_empresa_id_grupo_abierto_hasta_idx on aviso (empresa_id, grupo, abierto_hasta) where grupo is not null;
create index aviso_tiempo_idx on aviso (tiempo);

-- What was told already: a fact of this name leads to no second notice.
create table aviso_hecho (
  empresa_id int not null references empresa on delete cascade,
  clave text not null,
  aviso_id bigint references aviso on delete cascade,
  tiempo timestamptz not null default now(),
  primary key (empresa_id, clave)
);
create index aviso_hecho_aviso_id_idx on aviso_hecho (aviso_id);
create index aviso_hecho_tiempo_idx on aviso_hecho (tiempo);

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

create table aviso_usuario (
  usuario_id bigint not null references usuario on delete cascade,
  aviso_id bigint not null references aviso on delete cascade,
  leido timestamptz,
  primary key (usuario_id, aviso_id)
);
create index aviso_usuario_aviso_id_idx on aviso_usuario (aviso_id);
create index aviso_usuario_usuario_id_idx on aviso_usuario (usuario_id) where leido is null;

-- Changes that people are told of, until they are: written with the change, and taken away with the notice.
create table cambio_por_avisar (
  cambio_id bigint primary key,
  empresa_id int not null references empresa on delete cascade,
  dispositivo_id bigint not null references dispositivo on delete cascade,
  clase text not null,
  a text,
  tiempo timestamptz not null
);

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
  -- A delivery may carry a view: its name when it was due. Each is due once.
  informe text,
  envio_vista_id bigint references envio_vista on delete set null,
  unique (aviso_id, destino)
);
create index entrega_destino_orden_idx on entrega (destino, orden) where estado = 'pendiente';
create index entrega_siguiente_idx on entrega (siguiente) where estado = 'pendiente';
create index entrega_empresa_id_creada_orden_idx on entrega (empresa_id, creada desc, orden desc);
create unique index entrega_envio_vista on entrega (envio_vista_id, debida);
create index entrega_terminada_idx on entrega (terminada) where estado = 'rechazada';
create index entrega_creada_idx on entrega (creada) where estado <> 'pendiente';

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
create index suscripcion_usuario_id_idx on suscripcion (usuario_id);

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
create index webhook_empresa_id_idx on webhook (empresa_id);
create trigger auditada after insert or update or delete on webhook for each row execute function auditar();

-- While there is a row, nothing leaves for the outside: a copy was restored, and what waits in it may have left long ago.
create table salidas_retenidas (
  id int primary key default 1 check (id = 1),
  desde timestamptz not null default now()
);
create trigger auditada after delete on salidas_retenidas for each row execute function auditar();
