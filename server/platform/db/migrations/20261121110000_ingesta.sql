-- Counters of a tag have 32 bits without sign: more than an int holds.
alter table dispositivo_estado alter column contador_movimiento type bigint;
