-- Since when a key lets nobody in, because a copy brought it back that may be older than its end; null: it lets in.
alter table clave_api add column retenida timestamptz;
