-- Where its reader stood when it heard the impact: the reader may be moved. Null: it had no place.
alter table incidencia add column ubicacion_id bigint, add column lat double precision, add column lon double precision;
update incidencia i set ubicacion_id = l.ubicacion_id, lat = l.lat, lon = l.lon from dispositivo l
where l.id = i.lector_id and (l.ubicacion_id is not null or l.lat is not null);
