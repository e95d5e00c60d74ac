-- The place of a page among all devices of a company is found by this index alone.
create index dispositivo_orden on dispositivo (empresa_id, apodo, id) where eliminado is null;
