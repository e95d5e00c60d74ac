create table ubicacion (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa,
  nombre text not null,
  planta text not null default '',
  grupo text not null default '',
  -- Node on the floor plan, 0..1 of its width and height; null: not on the plan.
  nodo_x real check (nodo_x between 0 and 1),
  nodo_y real check (nodo_y between 0 and 1),
  unique (empresa_id, nombre)
);
create trigger auditada after insert or update or delete on ubicacion for each row execute function auditar();
create trigger avisado_cambio after update on ubicacion referencing old table as viejas new table as nuevas
  for each statement execute function avisar_cambio_ubicacion();
create trigger recordada after delete on ubicacion for each row execute function guardar_nombre();
create trigger avisada_eliminada after delete on ubicacion referencing old table as viejas
  for each statement execute function avisar_ubicacion_eliminada();

-- The picture of a company's floor plan, and its LT catalogue.
create table plano (
  empresa_id int primary key references empresa on delete cascade,
  tipo text not null check (tipo in ('image/png', 'image/jpeg', 'image/webp')),
  ancho int not null,
  alto int not null,
  cuerpo bytea not null,
  -- SHA-256 of cuerpo.
  huella bytea not null,
  subido timestamptz not null default now()
);
create trigger auditada after insert or update or delete on plano for each row execute function auditar();
