-- Readers only: messages in the minute of the last one (`minuto`, counted from 1970) and in the minute before it.
alter table dispositivo_estado add column minuto int, add column mensajes int, add column mensajes_previos int;
