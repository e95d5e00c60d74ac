-- The mac whose readings the rest of the row stands on. Another tag on the container is compared with nothing of it. Null:
-- that of the device.
alter table dispositivo_estado add column tag text;
update dispositivo_estado e set tag = d.mac from dispositivo d where d.id = e.dispositivo_id and d.tipo <> 'Reader';
