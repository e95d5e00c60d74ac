-- Of the containers of these rows something may be to be told in EPCIS, where their company tells anything.
create or replace function pedir_epcis() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  if tg_table_name = 'estancia' then
    insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
    select t.empresa_id, t.dispositivo_id, min(t.desde) from tocada t join epcis_ajuste a on a.empresa_id = t.empresa_id and a.activo group by 1, 2;
  else
    insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
    select t.empresa_id, t.dispositivo_id, min(t.tiempo) from tocada t join epcis_ajuste a on a.empresa_id = t.empresa_id and a.activo group by 1, 2;
  end if;
  return null;
end $$;

create or replace function pedir_epcis_de() returns trigger language plpgsql as $$
declare
  cual bigint;
  momento timestamptz;
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  if tg_table_name = 'dispositivo' then
    cual := new.id;
    -- One that is there again: what was told of its end was wrong.
    momento := least(new.creado, new.eliminado);
  elsif tg_table_name = 'dispositivo_estado' then
    cual := new.dispositivo_id;
    momento := coalesce(new.lector_desde, now());
    if tg_op = 'UPDATE' then
      momento := least(momento, old.lector_desde);
    end if;
  else
    cual := new.dispositivo_id;
    momento := new.tiempo;
  end if;
  insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
  select new.empresa_id, cual, momento from epcis_ajuste where empresa_id = new.empresa_id and activo;
  return null;
end $$;

-- Registered containers, all of a statement at once.
create or replace function pedir_epcis_altas() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
  select x.empresa_id, x.id, least(x.creado, x.eliminado) from tocada x
  join epcis_ajuste a on a.empresa_id = x.empresa_id and a.activo where x.tipo <> 'Reader';
  return null;
end $$;

create or replace function impedir_cambio_epcis() returns trigger language plpgsql as $$
begin
  -- With its company all goes; a copy brings its own; and what is older than the company keeps goes from the beginning of its log.
  if current_setting('retorna.restaurar', true) = 'si'
    or tg_op = 'DELETE' and current_setting('retorna.podar', true) = 'si'
    or tg_op = 'DELETE' and not exists (select from empresa where id = old.empresa_id) then
    return coalesce(new, old);
  end if;
  raise exception 'epcis_evento: only additions' using errcode = '42501';
end $$;

-- The write-off of a container, what takes it back, and its leaving that rung of the loss ladder: asked for from the moment of the write-off on.
create or replace function pedir_epcis_baja() returns trigger language plpgsql as $$
declare
  empresa int;
  cual bigint;
  momento timestamptz;
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  if tg_table_name = 'perdida' then
    empresa := old.empresa_id;
    cual := old.dispositivo_id;
    momento := coalesce((select s.momento from perdida_asiento s where s.id = old.asiento_id), old.desde);
  else
    empresa := new.empresa_id;
    cual := new.dispositivo_id;
    momento := coalesce((select s.momento from perdida_asiento s where s.id = new.anula), new.momento);
  end if;
  insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
  select empresa, cual, momento from epcis_ajuste a where a.empresa_id = empresa and a.activo;
  return null;
end $$;
