-- The closed count that did not find the container that is looked for, and the place where it missed it (null: unknown): readings at that place
-- do not end such a search.
alter table perdida_asiento add column recuento_id bigint references recuento (id) on delete cascade;
alter table perdida_asiento add column ubicacion_id bigint references ubicacion (id) on delete set null;
create index perdida_asiento_recuento_id_idx on perdida_asiento (recuento_id) where recuento_id is not null;
create index perdida_asiento_ubicacion_id_idx on perdida_asiento (ubicacion_id) where ubicacion_id is not null;
