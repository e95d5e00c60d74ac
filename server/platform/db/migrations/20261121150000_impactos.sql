-- Impacts are rare: without indexes of their own they are looked for among everything that a device or a reader sent.

create index evento_impacto on evento (dispositivo_id, tiempo, id) where estado = 2;
create index evento_impacto_lector on evento (lector_id, tiempo, id) where estado = 2;
