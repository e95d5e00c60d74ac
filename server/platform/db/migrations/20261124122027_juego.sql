create table puntuacion (
  id bigint generated always as identity primary key,
  usuario_id bigint not null references usuario on delete cascade,
  puntos int not null check (puntos > 0),
  creada timestamptz not null default now()
);
create index puntuacion_puntos_id_idx on puntuacion (puntos desc, id);
create index puntuacion_usuario_id_puntos_idx on puntuacion (usuario_id, puntos desc);
