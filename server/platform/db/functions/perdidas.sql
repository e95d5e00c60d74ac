-- On which rung of the loss ladder a container is: the higher one of what its silence says and of what people say.
-- desde: since when its silence counts. ajeno: nobody could hear it, so that silence says nothing. viejo, perdido: the company's minutes.
-- asiento: what people said last, null where it was heard since.
create or replace function peldano(desde timestamptz, ajeno boolean, viejo int, perdido int, asiento text) returns text
language sql stable parallel safe as $$
  select (array['visto', 'sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta', 'declarada', 'baja'])[greatest(
    case
      when ajeno then 1
      when desde < now() - greatest(interval '30 days', make_interval(mins => perdido)) then 5
      when desde < now() - greatest(interval '7 days', make_interval(mins => perdido)) then 4
      when desde < now() - make_interval(mins => perdido) then 3
      when desde < now() - make_interval(mins => viejo) then 2
      else 1
    end,
    case asiento when 'busqueda' then 4 when 'propuesta' then 5 when 'declarada' then 6 when 'baja' then 7 else 1 end)]
$$;
