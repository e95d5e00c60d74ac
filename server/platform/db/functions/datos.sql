-- Rows of a set that were written, by their keys.
create or replace function anotar_dato() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  if tg_table_name in ('estancia', 'visita') then
    insert into dato_cambio (conjunto, empresa_id, n, t) select tg_table_name || 's', empresa_id, dispositivo_id, desde from tocada;
  elsif tg_table_name = 'incidencia' then
    insert into dato_cambio (conjunto, empresa_id, n, t) select 'incidencias', empresa_id, id, tiempo from tocada;
  else
    insert into dato_cambio (conjunto, empresa_id, n, t)
    select 'previsiones', s.empresa_id, x.serie_id, x.emitida from tocada x join prevision_serie s on s.id = x.serie_id;
  end if;
  return null;
end $$;

-- Of rows that were updated, the keys that none of them has any more: anotar_dato notes those that they have.
create or replace function anotar_dato_era() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  if tg_table_name in ('estancia', 'visita') then
    insert into dato_cambio (conjunto, empresa_id, n, t)
    select tg_table_name || 's', x.* from (
      select empresa_id, dispositivo_id, desde from era except select empresa_id, dispositivo_id, desde from tocada
    ) x;
  else
    insert into dato_cambio (conjunto, empresa_id, n, t)
    select 'incidencias', x.* from (select empresa_id, id, tiempo from era except select empresa_id, id, tiempo from tocada) x;
  end if;
  return null;
end $$;

create or replace function anotar_serie() returns trigger language plpgsql as $$
begin
  insert into dato_cambio (conjunto, empresa_id, n, t)
  select 'previsiones', old.empresa_id, old.id, emitida from prevision where serie_id = old.id;
  return old;
end $$;

create or replace function anotar_abierta() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.lector_desde is not null then
    insert into dato_cambio (conjunto, empresa_id, n, t) values ('estancias', old.empresa_id, old.dispositivo_id, old.lector_desde);
  end if;
  if tg_op <> 'DELETE' and new.lector_desde is not null then
    insert into dato_cambio (conjunto, empresa_id, n, t) values ('estancias', new.empresa_id, new.dispositivo_id, new.lector_desde);
  end if;
  return null;
end $$;

-- A container whose line changed, by its number; or a reader, whose containers are looked up by who asks. Of both companies, where it went to another.
create or replace function anotar_contenedor() returns trigger language plpgsql as $$
declare
  clave text := case when tg_table_name = 'dispositivo' then 'id' else 'dispositivo_id' end;
  era jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  es jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  insert into dato_cambio (conjunto, empresa_id, n, t)
  select distinct case when x ->> 'tipo' = 'Reader' then 'lectores' else 'contenedores' end, (x ->> 'empresa_id')::int, (x ->> clave)::bigint, now()
  from unnest(array[era, es]) x where x is not null;
  return null;
end $$;

-- Registered devices, all of a statement at once: an import writes thousands.
create or replace function anotar_altas() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  insert into dato_cambio (conjunto, empresa_id, n, t)
  select case when tipo = 'Reader' then 'lectores' else 'contenedores' end, empresa_id, id, now() from tocada;
  return null;
end $$;

-- A reader alone, whose stays are looked up by who asks: it may be heard by hundreds of containers. No row of a set, and of no company.
create or replace function anotar_traslado() returns trigger language plpgsql as $$
begin
  insert into dato_cambio (conjunto, empresa_id, n, t) values ('traslados', 0, new.lector_id, now());
  return null;
end $$;

-- A place that was renamed, went to another plant or was removed, whose containers are looked up by who asks.
create or replace function anotar_ubicacion() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  insert into dato_cambio (conjunto, empresa_id, n, t) values ('lugares', old.empresa_id, old.id, now());
  return null;
end $$;

create or replace function anotar_lote() returns trigger language plpgsql as $$
declare
  ids bigint[];
  tiempos timestamptz[];
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  select coalesce(array_agg(id), '{}'), coalesce(array_agg(tiempo), '{}') into ids, tiempos from nuevos;
  for i in 1 .. cardinality(ids) by 1000 loop
    insert into evento_lote (ids, tiempos) values (ids[i:i + 999], tiempos[i:i + 999]);
  end loop;
  return null;
end $$;
