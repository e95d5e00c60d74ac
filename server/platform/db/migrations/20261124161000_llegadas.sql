-- Arrivals: the stays of `estancia_toda`, a row each, made with the visits. `nueva`: not the stay before going on at another reader of the
-- place. Of a stay that goes on the reader is the one that heard it when the row was made.
create table llegada (
  dispositivo_id bigint not null,
  desde timestamptz not null,
  empresa_id int not null,
  -- Of the plant.
  dia date not null,
  lector_id bigint not null,
  ubicacion_id bigint not null,
  -- Of a location that is gone; else ''. Nowhere known: neither.
  lugar text not null,
  nueva boolean not null
);
create index llegada_dispositivo on llegada (dispositivo_id, desde);

-- How many there are of each day, and how many of those are new at their place. Those of odd and of even ids apart: each half is counted by one writer.
create table llegada_cuenta (
  empresa_id int not null,
  dia date not null,
  mitad int not null,
  lector_id bigint not null,
  ubicacion_id bigint not null,
  lugar text not null,
  estancias int not null,
  llegadas int not null,
  primary key (empresa_id, dia, mitad, lector_id, ubicacion_id, lugar)
) with (fillfactor = 70);

create trigger llegadas_fuera after delete on ubicacion for each row execute function pedir_llegadas();
create trigger llegadas_salida after update of minutos_salida on ajuste for each row
  when (old.minutos_salida is distinct from new.minutos_salida) execute function pedir_llegadas();
insert into visita_pendiente (empresa_id, dispositivo_id, desde) select empresa_id, id, '-infinity' from dispositivo where tipo <> 'Reader';
