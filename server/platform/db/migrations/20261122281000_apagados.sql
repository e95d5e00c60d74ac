-- Those that are switched off are few.
create index dispositivo_apagado on dispositivo (id) where not activado;
