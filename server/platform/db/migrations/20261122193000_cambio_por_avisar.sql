-- Changes that people are told of, until they are: written with the change, and taken away with the notice.
create table cambio_por_avisar (
  cambio_id bigint primary key,
  empresa_id int not null references empresa on delete cascade,
  dispositivo_id bigint not null references dispositivo on delete cascade,
  clase text not null,
  a text,
  tiempo timestamptz not null
);

-- What is told of is of now: neither what a copy brings back, nor impacts of long ago that come late.
create function queue_aviso() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) is distinct from 'si' then
    insert into cambio_por_avisar (cambio_id, empresa_id, dispositivo_id, clase, a, tiempo)
    values (new.id, new.empresa_id, new.dispositivo_id, new.clase, new.a, new.tiempo);
  end if;
  return null;
end $$;
create trigger por_avisar after insert on cambio for each row
  when (new.clase = 'golpe' and new.tiempo > now() - interval '12 hours'
    or new.clase = 'estado' and new.a = 'Posible extravío'
    or new.clase = 'bateria' and new.a = 'Baja')
  execute function queue_aviso();
