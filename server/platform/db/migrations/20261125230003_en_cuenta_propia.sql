-- The page of the company's own stock; those of partners have theirs.
create index en_cuenta_propia on en_cuenta (empresa_id, desde, dispositivo_id) where tercero_id is null;
