-- The model of a tag: its maker, which the first six digits of its mac say, and its kind. A random static address, whose two highest bits
-- are set (Bluetooth Core 6.B.1.3.2.1), says no maker: its model is the kind alone. A serial number says nothing.
create or replace function modelo_etiqueta(mac text, tipo text) returns text language sql immutable parallel safe as $$
  select case when mac ~ '^[0-9AB][0-9A-F]{11}$' then left(mac, 6) || ' ' || tipo when mac ~ '^[C-F][0-9A-F]{11}$' then tipo else '' end
$$;

-- Keeps the number of tags of each model in each class. In one order, so that two transactions never wait for each other.
create or replace function contar_pilas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into pila_cuenta as c (empresa_id, modelo, clase, motivo, n)
    select empresa_id, modelo, clase, motivo, count(*) from nuevas group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (empresa_id, modelo, clase, motivo) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into pila_cuenta as c (empresa_id, modelo, clase, motivo, n)
    select empresa_id, modelo, clase, motivo, -count(*) from viejas group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (empresa_id, modelo, clase, motivo) do update set n = c.n + excluded.n;
  else
    insert into pila_cuenta as c (empresa_id, modelo, clase, motivo, n)
    select empresa_id, modelo, clase, motivo, sum(n) from (
      select empresa_id, modelo, clase, motivo, 1 as n from nuevas
      union all
      select empresa_id, modelo, clase, motivo, -1 from viejas
    ) x group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (empresa_id, modelo, clase, motivo) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
