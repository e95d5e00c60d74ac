create sequence cambio_id;
create table cambio (
  id bigint not null default nextval('cambio_id'),
  empresa_id int not null,
  dispositivo_id bigint not null,
  clase text not null,
  de text,
  a text,
  tiempo timestamptz not null,
  motivo text not null
) partition by range (tiempo);
create index cambio_dispositivo_id_tiempo_idx on cambio (dispositivo_id, tiempo);
create index cambio_empresa_id_id_idx on cambio (empresa_id, id);
create index cambio_empresa_id_tiempo_idx on cambio (empresa_id, tiempo) where clase = 'estado';
create index cambio_empresa_id_tiempo_idx1 on cambio (empresa_id, tiempo) where clase = 'estado' and a = 'Posible extravío';
create index cambio_empresa_id_tiempo_idx2 on cambio (empresa_id, tiempo) where clase = 'estado' and de = 'Posible extravío';
create trigger por_avisar after insert on cambio for each row
  when (new.clase = 'golpe' and new.tiempo > now() - interval '12 hours'
    or new.clase = 'estado' and new.a = 'Posible extravío'
    or new.clase = 'bateria' and new.a = 'Baja')
  execute function queue_aviso();
alter sequence cambio_id owned by cambio.id;

-- What was last told of each device, of each kind of change: the next change is from there.
create table dicho (
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  clase text not null,
  valor text,
  -- What was told before: whoever finds something else there has come too late.
  previo text,
  primary key (dispositivo_id, clase)
) with (fillfactor = 80);

-- Partitions of this month and the one before: a silence that begins to count may have begun there.
select crear_particion('cambio', (date_trunc('month', now()) - make_interval(months => n))::date) from generate_series(0, 1) n;
