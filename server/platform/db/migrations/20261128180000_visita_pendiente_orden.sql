-- Queued containers are taken by their id, in batches: without an index each batch read the whole queue.
create index visita_pendiente_orden on visita_pendiente (dispositivo_id);
