-- Tags that were taken off a container because they are broken. One that is registered again is none.

create table etiqueta_rota (
  empresa_id int not null references empresa on delete cascade,
  mac text not null,
  -- The container that it was on.
  dispositivo_id bigint not null references dispositivo on delete cascade,
  marcada_por text not null,
  momento timestamptz not null default now(),
  primary key (empresa_id, mac)
);
create trigger auditada after insert or update or delete on etiqueta_rota for each row execute function auditar();

create function quitar_rota() returns trigger language plpgsql as $$
begin
  delete from etiqueta_rota where empresa_id = new.empresa_id and mac = new.mac;
  return null;
end $$;
create trigger ya_no_rota after insert or update of mac on dispositivo for each row execute function quitar_rota();

-- Which container carried a tag before: what is printed on an old label still leads to it.
create index auditoria_etiqueta on auditoria ((antes ->> 'mac')) where entidad = 'dispositivo' and accion = 'cambiar' and despues ? 'mac';
