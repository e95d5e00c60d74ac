-- Filters of a screen, kept under a name.
create table vista (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  usuario_id bigint not null references usuario on delete cascade,
  pantalla text not null,
  nombre text not null,
  -- Search params of the address, and the query of the file that the screen exports.
  busqueda jsonb not null check (length(busqueda::text) <= 16000),
  consulta jsonb not null check (length(consulta::text) <= 16000),
  compartida boolean not null default false,
  creada timestamptz not null default now()
);
create unique index vista_nombre on vista (usuario_id, empresa_id, pantalla, lower(nombre));
create index vista_empresa_id_pantalla_idx on vista (empresa_id, pantalla);
create trigger auditada after insert or update or delete on vista for each row execute function auditar();

-- A view that is mailed to somebody as a file.
create table envio_vista (
  id bigint generated always as identity primary key,
  vista_id bigint not null references vista on delete cascade,
  usuario_id bigint not null references usuario on delete cascade,
  formato text not null check (formato in ('xlsx', 'pdf')),
  cuando text not null check (cuando in ('dia', 'lunes', 'mes')),
  -- Plant time, HH:MM.
  hora text not null,
  -- Whose rows, for who administers all companies; null: of all that the person may see.
  de_empresa int references empresa on delete cascade,
  siguiente timestamptz not null,
  unique (vista_id, usuario_id)
);
create index envio_vista_siguiente_idx on envio_vista (siguiente);
create index envio_vista_usuario_id_idx on envio_vista (usuario_id);
