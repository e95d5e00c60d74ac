-- Thresholds of impact of their own, for families of containers and makers of tags (contract/valores/umbrales.ts), the narrowest first.
alter table ajuste add column umbrales jsonb not null default '[]'
  check (jsonb_typeof(umbrales) = 'array' and jsonb_array_length(umbrales) <= 50);

-- Which of them a container has hangs on its family, so that processes that know it hear of a new nickname.
create or replace function avisar_registro_dispositivo() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform avisar_registro(array(select mac from nuevas));
  else
    perform avisar_registro(array(
      select unnest(array[n.mac, v.mac]) from nuevas n join viejas v on v.id = n.id
      where (n.mac, n.empresa_id, n.tipo, n.etiqueta, n.activado, n.eliminado, n.familia)
        is distinct from (v.mac, v.empresa_id, v.tipo, v.etiqueta, v.activado, v.eliminado, v.familia)
    ));
  end if;
  return null;
end $$;
