-- How far the exports of this hour are: of no use after a crash, therefore unlogged.

create unlogged table exportacion (
  id uuid primary key,
  usuario_id bigint not null,
  hechas bigint not null default 0,
  total bigint,
  movida timestamptz not null default now()
);

-- Earlier impacts of a container.
create index incidencia_dispositivo on incidencia (dispositivo_id, tiempo);
