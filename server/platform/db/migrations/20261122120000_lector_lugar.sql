-- Where each reader stood, and from when to when: a container stood where its reader stood then, not where it stands now.
-- Stays are cut where their reader was moved.

create table lector_lugar (
  lector_id bigint not null,
  -- The first one reaches back for ever; hasta null: it stands there now.
  desde timestamptz not null,
  hasta timestamptz,
  ubicacion_id bigint,
  lat double precision,
  lon double precision,
  -- Name of a location that is there no more.
  nombre text,
  primary key (lector_id, desde)
);
create index on lector_lugar (ubicacion_id);

create function anotar_lugar() returns trigger language plpgsql as $$
declare
  ultimo lector_lugar;
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  select * into ultimo from lector_lugar where lector_id = new.id and hasta is null;
  if not found then
    insert into lector_lugar (lector_id, desde, ubicacion_id, lat, lon)
    values (new.id, '-infinity', new.ubicacion_id, new.lat, new.lon);
  -- A pin put right within a location is no move; whoever stood nowhere known stood where it was first put; and of two
  -- moves in one transaction the second holds.
  elsif ultimo.ubicacion_id = new.ubicacion_id
    or (ultimo.desde = '-infinity' and ultimo.ubicacion_id is null and ultimo.lat is null)
    or ultimo.desde >= now() then
    update lector_lugar set ubicacion_id = new.ubicacion_id, lat = new.lat, lon = new.lon
    where lector_id = new.id and desde = ultimo.desde;
  elsif (ultimo.ubicacion_id, ultimo.lat, ultimo.lon) is distinct from (new.ubicacion_id, new.lat, new.lon) then
    -- The clock, not now(): who waited for the row began before the move that it waited for.
    update lector_lugar set hasta = clock_timestamp() where lector_id = new.id and desde = ultimo.desde
    returning hasta into ultimo.hasta;
    insert into lector_lugar (lector_id, desde, ubicacion_id, lat, lon)
    values (new.id, ultimo.hasta, new.ubicacion_id, new.lat, new.lon);
  end if;
  return null;
end $$;
create trigger situado_alta after insert on dispositivo for each row
  when (new.tipo = 'Reader') execute function anotar_lugar();
create trigger situado_cambio after update of tipo, ubicacion_id, lat, lon on dispositivo for each row
  when (new.tipo = 'Reader') execute function anotar_lugar();

create function guardar_nombre() returns trigger language plpgsql as $$
begin
  update lector_lugar set nombre = old.nombre where ubicacion_id = old.id;
  return null;
end $$;
create trigger recordada after delete on ubicacion for each row execute function guardar_nombre();

-- What was before: the place that each reader has now, and back from it what the audit log says was changed.
do $$
declare
  l dispositivo;
  a auditoria;
  previa bigint;
  fin timestamptz;
begin
  for l in select * from dispositivo where tipo = 'Reader' loop
    fin := null;
    for a in
      select * from auditoria
      where entidad = 'dispositivo' and entidad_id = l.id::text and accion = 'cambiar'
        and antes ?| array['ubicacion_id', 'lat', 'lon']
      order by momento desc, id desc
    loop
      previa := case when a.antes ? 'ubicacion_id' then (a.antes ->> 'ubicacion_id')::bigint else l.ubicacion_id end;
      continue when previa = l.ubicacion_id;
      if fin is distinct from a.momento then
        insert into lector_lugar values (l.id, a.momento, fin, l.ubicacion_id, l.lat, l.lon);
        fin := a.momento;
      end if;
      l.ubicacion_id := previa;
      l.lat := case when a.antes ? 'lat' then (a.antes ->> 'lat')::double precision else l.lat end;
      l.lon := case when a.antes ? 'lon' then (a.antes ->> 'lon')::double precision else l.lon end;
    end loop;
    if fin is not null and l.ubicacion_id is null and l.lat is null then
      update lector_lugar set desde = '-infinity' where lector_id = l.id and desde = fin;
    else
      insert into lector_lugar values (l.id, '-infinity', fin, l.ubicacion_id, l.lat, l.lon);
    end if;
  end loop;
end $$;
update lector_lugar p set nombre = a.antes ->> 'nombre' from auditoria a
where a.entidad = 'ubicacion' and a.accion = 'eliminar' and a.entidad_id = p.ubicacion_id::text;

-- A stay says which reader; the place is the reader's history.
drop view estancia_toda;
alter table estancia drop column ubicacion_id;

create or replace function anotar_estancia() returns trigger language plpgsql as $$
begin
  insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
  values (old.empresa_id, old.dispositivo_id, old.lector_id, old.lector_desde,
    greatest(coalesce(new.lector_desde, new.recibido), old.lector_desde))
  on conflict do nothing;
  return null;
end $$;

create or replace function rehacer_estancias() returns void language sql as $$
  delete from estancia;
  insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
  select x.empresa_id, x.dispositivo_id, x.lector_id, x.desde, x.hasta
  from (
    select *, lead(desde) over (partition by dispositivo_id order by desde) as hasta
    from (
      select empresa_id, dispositivo_id, lector_id, tiempo as desde,
        lag(lector_id) over (partition by dispositivo_id order by tiempo, id) as previo
      from evento
    ) e
    where previo is distinct from lector_id
  ) x
  join dispositivo l on l.id = x.lector_id
  where x.hasta is not null
  on conflict do nothing;
$$;

-- Every stay at one place, the one that goes on too (hasta null). A reader that was moved ends one and begins another.
create view estancia_toda as
select e.empresa_id, e.dispositivo_id, e.lector_id, p.ubicacion_id, coalesce(u.nombre, p.nombre) as lugar, p.lat, p.lon,
  greatest(e.desde, p.desde) as desde, least(e.hasta, p.hasta) as hasta
from (
  select empresa_id, dispositivo_id, lector_id, desde, hasta from estancia
  union all
  select empresa_id, dispositivo_id, lector_id, lector_desde, null from dispositivo_estado
  where lector_id is not null and lector_desde is not null
) e
left join lector_lugar p on p.lector_id = e.lector_id and p.desde < coalesce(e.hasta, 'infinity')
  and coalesce(p.hasta, 'infinity') > e.desde
left join ubicacion u on u.id = p.ubicacion_id;
