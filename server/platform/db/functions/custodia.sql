-- The role `tercero` has a partner of the same company, and no other role has one.
create or replace function comprobar_rol() returns trigger language plpgsql as $$
begin
  if new.rol not in ('lectura', 'operario', 'empresa', 'admin', 'tercero') then
    raise exception 'usuario: no such role' using errcode = '23514', constraint = 'usuario_rol_check';
  end if;
  if (new.rol = 'tercero') <> (new.tercero_id is not null) or new.tercero_id is not null
    and current_setting('retorna.restaurar', true) is distinct from 'si'
    and not exists (select from tercero where id = new.tercero_id and empresa_id = new.empresa_id) then
    raise exception 'usuario: role and partner do not fit' using errcode = '23514', constraint = 'usuario_tercero_check';
  end if;
  return new;
end $$;

create or replace function impedir_cambio_libro() returns trigger language plpgsql as $$
begin
  -- With its company all goes; a copy brings its own; whoever wrote it may go.
  if current_setting('retorna.restaurar', true) = 'si'
    or tg_op = 'DELETE' and not exists (select from empresa where id = old.empresa_id)
    or tg_op = 'UPDATE' and new.persona_id is null and to_jsonb(new) - 'persona_id' = to_jsonb(old) - 'persona_id' then
    return coalesce(new, old);
  end if;
  raise exception '%: only additions', tg_table_name using errcode = '42501';
end $$;

-- The sums of both accounts of each entry. Writers of a company's book come one after the other.
create or replace function sumar_saldos() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  insert into saldo as s (empresa_id, cuenta, familia, n)
  select empresa_id, cuenta, familia, sum(n)::int from (
    select empresa_id, coalesce(a_id, 0) as cuenta, familia, cantidad as n from nuevos where fuera is distinct from 'a'
    union all
    select empresa_id, coalesce(de_id, 0), familia, -cantidad from nuevos where fuera is distinct from 'de'
  ) x group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
  on conflict (empresa_id, cuenta, familia) do update set n = s.n + excluded.n;
  return null;
end $$;

-- Of the containers of these arrivals something may be to be entered, where their company has partners.
create or replace function pedir_custodia() returns trigger language plpgsql as $$
begin
  insert into custodia_pendiente (empresa_id, dispositivo_id, desde)
  select t.empresa_id, t.dispositivo_id, min(t.desde) from tocada t
  where exists (select from tercero x where x.empresa_id = t.empresa_id) group by 1, 2;
  return null;
end $$;

-- A container that was changed: of both companies, where it went to another.
create or replace function pedir_custodia_de() returns trigger language plpgsql as $$
begin
  insert into custodia_pendiente (empresa_id, dispositivo_id, desde)
  select e, new.id, '-infinity' from (
    select new.empresa_id as e union select old.empresa_id
  ) x where exists (select from tercero where empresa_id = e);
  return null;
end $$;

-- Registered containers, all of a statement at once.
create or replace function pedir_custodia_altas() returns trigger language plpgsql as $$
begin
  insert into custodia_pendiente (empresa_id, dispositivo_id, desde)
  select empresa_id, id, '-infinity' from tocada
  where tipo <> 'Reader' and empresa_id in (select empresa_id from tercero);
  return null;
end $$;

-- Partners and their places have changed: all of the company.
create or replace function pedir_custodia_todo() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return null;
  end if;
  insert into custodia_pendiente (empresa_id, desde) values (coalesce(new.empresa_id, old.empresa_id), '-infinity');
  return null;
end $$;
