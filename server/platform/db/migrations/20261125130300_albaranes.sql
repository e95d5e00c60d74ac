-- A line of a delivery note that is imported is looked for in the book, so that it is entered once.
create index movimiento_documento on movimiento (empresa_id, lower(documento)) where documento is not null;
