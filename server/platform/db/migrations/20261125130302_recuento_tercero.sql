-- A count may be of all that the book has in the account of a partner: its number, and the name that it had.
alter table recuento add column tercero_id bigint references tercero (id);
alter table recuento add column tercero text check (length(tercero) <= 120);
create index recuento_tercero_id_idx on recuento (tercero_id) where tercero_id is not null;
alter table recuento drop constraint recuento_check;
alter table recuento add constraint recuento_alcance check (num_nonnulls(lugar, familia, tercero) = 1);
drop index recuento_abierto;
create unique index recuento_abierto on recuento (empresa_id, coalesce(lugar, ''), coalesce(familia, ''), coalesce(tercero_id, 0))
  where cerrado is null;
create trigger fijo_tercero before update of tercero_id, tercero on recuento for each row execute function impedir_cambio();

-- By which count an entry of the book was made.
alter table movimiento add column recuento_id bigint references recuento (id);
create index movimiento_recuento_id_idx on movimiento (recuento_id) where recuento_id is not null;
