-- A list of values beside each row is prepared anew for every row, which took two thirds of what asking for changes takes. A list that
-- names no column is not.
create view por_decir as
select d.id as dispositivo_id, d.empresa_id, c.clase,
  case c.clase
    when 'estado' then x.estado
    when 'lugar' then d.ubicacion
    when 'bateria' then clase_bateria(d.bateria)
    else coalesce((select k.clase from causa k where k.lector_id = d.id and k.hasta is null order by k.desde limit 1), 'bien')
  end as valor,
  least(now(), greatest(
    case c.clase
      when 'estado' then case x.estado
        when 'Posible extravío' then d.callado_desde + make_interval(mins => a.minutos_perdido)
        when 'Posible tránsito' then d.callado_desde + make_interval(mins => a.minutos_viejo)
        else case when d.recibido > now() - interval '5 minutes' then d.ultimo_registro else now() end
      end
      when 'lugar' then coalesce(d.lector_desde, now())
      when 'bateria' then coalesce(d.ultimo_registro, now())
      else now()
    end,
    now() - interval '30 days')) as tiempo,
  case c.clase
    when 'estado' then case x.estado
      when 'Posible extravío' then 'silencio' when 'Posible tránsito' then 'silencio' when 'Necesita revisar' then 'revisar'
      else 'oido'
    end
    when 'lector' then 'causa'
    else c.clase
  end as motivo
from dispositivo_actual d
join ajuste a on a.empresa_id = d.empresa_id
-- Once for each device, however often it is named above.
cross join lateral (select d.posible_estado as estado offset 0) x
join (values ('estado'), ('lugar'), ('bateria'), ('lector')) as c (clase)
  on c.clase = 'estado' or (c.clase = 'lector') = (d.tipo = 'Reader');
