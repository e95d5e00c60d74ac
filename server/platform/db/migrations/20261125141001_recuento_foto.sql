-- A photo of what was scanned where nobody knows the code: one of a scan, added while the count is open, and gone with it.
create table recuento_foto (
  recuento_id bigint not null,
  escaneo_id uuid not null,
  jpeg bytea not null check (octet_length(jpeg) <= 307200),
  persona_id bigint references usuario (id) on delete set null,
  recibida timestamptz not null default now(),
  primary key (recuento_id, escaneo_id),
  foreign key (recuento_id, escaneo_id) references recuento_escaneo (recuento_id, id) on delete cascade
);
alter table recuento_foto alter column jpeg set storage external;
create index recuento_foto_persona_id_idx on recuento_foto (persona_id) where persona_id is not null;
create trigger solo_se_anade before update of recuento_id, escaneo_id, jpeg, recibida on recuento_foto
  for each row execute function impedir_cambio();

-- The scan that has the photo of the row of a closed count.
alter table recuento_linea add column foto uuid;
