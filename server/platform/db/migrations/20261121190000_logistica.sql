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

create table lt (
  empresa_id int not null references empresa on delete cascade,
  -- Family of its containers.
  codigo text not null,
  descripcion text not null,
  -- Containers that there should be.
  total int not null check (total >= 0),
  primary key (empresa_id, codigo)
);

create trigger auditada after insert or update or delete on plano for each row execute function auditar();
create trigger auditada after insert or update or delete on lt for each row execute function auditar();
