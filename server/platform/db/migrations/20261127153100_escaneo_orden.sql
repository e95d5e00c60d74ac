-- Where a scan stands in the order in which phones are told of scans; null: none was told of it yet. It is given once the scan is committed:
-- `n` is given while it is written, so that a lower one may be committed after a higher one was told.
alter table recuento_escaneo add column orden bigint;
create unique index recuento_escaneo_orden on recuento_escaneo (recuento_id, orden) where orden is not null;
create index recuento_escaneo_sin_orden on recuento_escaneo (recuento_id, n) where orden is null and not tarde;
