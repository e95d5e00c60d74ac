-- How far the exports of this hour are: of no use after a crash, therefore unlogged.
create unlogged table exportacion (
  id uuid primary key,
  usuario_id bigint not null,
  hechas bigint not null default 0,
  total bigint,
  movida timestamptz not null default now()
);

-- Places that are held for all processes together: whoever holds one says again and again that it is still taken.
create unlogged table plaza (
  clave text,
  numero int,
  dueno uuid not null,
  hasta timestamptz not null,
  primary key (clave, numero)
);
