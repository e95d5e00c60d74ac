create or replace function clase_bateria(bateria real) returns text language sql immutable parallel safe as $$
  select case when bateria >= 50 then 'Alta' when bateria >= 25 then 'Media' when bateria is not null then 'Baja' end
$$;

-- What changed is asked for after each batch, mostly of a few containers. To plan that question takes many times as long as to answer
-- it, so few share one plan that is made once; many have one of their own. Neither reads tables whole, or the first sweep of a fleet would
-- read all of them once for each batch.
create or replace function anotar_cambios(ids bigint[]) returns bigint language plpgsql
set plan_cache_mode = auto set random_page_cost = 1.1 as $$
declare
  notados bigint;
begin
  -- Until this function ends: it sets the same for itself.
  perform set_config(
    'plan_cache_mode', case when cardinality(ids) <= 100 then 'force_generic_plan' else 'force_custom_plan' end, true);
  with distinto as materialized (
    select h.*, o.valor as previo, o.dispositivo_id is null as primero
    from por_decir h left join dicho o on o.dispositivo_id = h.dispositivo_id and o.clase = h.clase and o.dispositivo_id = any (ids)
    where h.dispositivo_id = any (ids) and (o.dispositivo_id is null or o.valor is distinct from h.valor)
  ), escrito as (
    insert into dicho as o (dispositivo_id, clase, valor, previo)
    select dispositivo_id, clase, valor, previo from distinto order by dispositivo_id, clase
    on conflict (dispositivo_id, clase) do update set valor = excluded.valor, previo = excluded.previo
    where o.valor is not distinct from excluded.previo
    returning o.dispositivo_id, o.clase
  ), nuevo as (
    insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
    select d.empresa_id, d.dispositivo_id, d.clase, d.previo, d.valor, d.tiempo, d.motivo
    from distinto d join escrito using (dispositivo_id, clase) where not d.primero
    returning 1
  )
  select count(*) into notados from nuevo;
  return notados;
end $$;

-- A blow is told with the peak that its incident says, in hundredths of g.
create or replace function anotar_golpe() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) is distinct from 'si' and new.tiempo > now() - interval '30 days' then
    insert into cambio (empresa_id, dispositivo_id, clase, a, tiempo, motivo)
    values (new.empresa_id, new.dispositivo_id, 'golpe', round(new.pico_g::float8::numeric, 2)::text, least(new.tiempo, now()), 'golpe');
  end if;
  return null;
end $$;

create or replace function anotar_etiqueta() returns trigger language plpgsql as $$
begin
  insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
  values (new.empresa_id, new.id, 'etiqueta', old.mac, new.mac, now(), 'persona');
  return null;
end $$;
