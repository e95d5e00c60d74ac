-- On which rung of the loss ladder a container is: the higher one of what its silence says and of what people say.
-- desde: since when its silence counts. ajeno: nobody could hear it, so that silence says nothing. viejo, perdido: the company's minutes.
-- busca, propone: silences that began before are searched for, and proposed as lost (view perdida_plazo).
-- asiento: what people said last, null where it was heard since.
create or replace function peldano_de(
  desde timestamptz, ajeno boolean, viejo int, perdido int, busca timestamptz, propone timestamptz, asiento text
) returns text language sql stable parallel safe as $$
  select (array['visto', 'sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta', 'declarada', 'baja'])[greatest(
    case
      when ajeno then 1
      when desde < propone then 5
      when desde < busca then 4
      when desde < now() - make_interval(mins => perdido) then 3
      when desde < now() - make_interval(mins => viejo) then 2
      else 1
    end,
    case asiento when 'busqueda' then 4 when 'propuesta' then 5 when 'declarada' then 6 when 'baja' then 7 else 1 end)]
$$;

-- The cell of a length of silence: 1.05 to its power are the minutes that it begins at.
create or replace function celda_silencio(dura interval) returns int language sql immutable parallel safe as $$
  select floor(ln(greatest(extract(epoch from dura)::float8 / 60, 1)) / ln(1.05::float8))::int
$$;
