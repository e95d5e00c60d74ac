-- Own places from which containers leave for a partner: a departure from there goes into its account. A row says from when to when that held
-- (null: it does), so that what was entered by it stays as it was.
create table tercero_salida (
  id bigint generated always as identity primary key,
  ubicacion_id bigint not null references ubicacion (id) on delete cascade,
  tercero_id bigint not null references tercero (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  desde timestamptz not null default now(),
  hasta timestamptz
);
create unique index tercero_salida_vigente on tercero_salida (ubicacion_id) where hasta is null;
create index tercero_salida_ubicacion_id_idx on tercero_salida (ubicacion_id);
create index tercero_salida_tercero_id_idx on tercero_salida (tercero_id);
create index tercero_salida_empresa_id_idx on tercero_salida (empresa_id);
create trigger auditada after insert or update or delete on tercero_salida for each row execute function auditar();
create trigger custodia after insert on tercero_salida for each row execute function pedir_custodia_todo();

alter table movimiento drop constraint movimiento_clase_check;
alter table movimiento add constraint movimiento_clase
  check (clase in ('alta', 'baja', 'visto', 'salida', 'albaran', 'recuento', 'perdida', 'acuerdo', 'anulada'));
