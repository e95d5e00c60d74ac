-- The old inventory comes in the order of names: a page of it is read by an index.
create index dispositivo_nombre on dispositivo (empresa_id, coalesce(apodo, mac), id) where eliminado is null;
