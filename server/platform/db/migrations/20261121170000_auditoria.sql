-- Who did what to what: written by the tables themselves, in the transaction of the change, whenever a person makes it.
-- The program names the person with set_config('retorna.autor', …, true); what readers send has no author.

create table auditoria (
  id bigint generated always as identity primary key,
  momento timestamptz not null default now(),
  usuario_id bigint,
  username text not null,
  direccion text,
  -- Company of the thing that changed; null: of none.
  empresa_id int,
  accion text not null check (accion in ('crear', 'cambiar', 'eliminar')),
  entidad text not null,
  entidad_id text not null,
  -- What people call the thing.
  nombre text,
  -- Only what changed; whole where it was made or removed. Never a secret.
  antes jsonb,
  despues jsonb
);
create index on auditoria (momento desc, id desc);
create index on auditoria (entidad, entidad_id, momento desc);
create index on auditoria (empresa_id, momento desc);

create function impedir_cambio() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return coalesce(new, old);
  end if;
  raise exception 'auditoria: only additions' using errcode = '42501';
end $$;
create trigger auditoria_fija before update or delete on auditoria for each row execute function impedir_cambio();
create trigger auditoria_entera before truncate on auditoria for each statement execute function impedir_cambio();

-- What is left of a row when secrets and bulk are taken out; a secret that changed still shows as changed.
create function sin_secretos(fila jsonb) returns jsonb language sql immutable as $$
  select fila - array['clave_hash', 'token_hash', 'cambio_hash', 'totp_secreto', 'totp_codigos', 'muestras', 'ultimo_acceso', 'usada', 'cuerpo', 'huella']
$$;

create function auditar() returns trigger language plpgsql as $$
declare
  autor jsonb := nullif(current_setting('retorna.autor', true), '')::jsonb;
  antes jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  despues jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  fila jsonb := coalesce(despues, antes);
  clave boolean := tg_op = 'UPDATE' and antes -> 'clave_hash' is distinct from despues -> 'clave_hash';
begin
  if autor is null then
    return null;
  end if;
  antes := sin_secretos(antes);
  despues := sin_secretos(despues);
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(k, antes -> k), jsonb_object_agg(k, despues -> k) into antes, despues
    from jsonb_object_keys(antes || despues) k where antes -> k is distinct from despues -> k;
    if clave then
      despues := coalesce(despues, '{}') || '{"clave": "cambiada"}';
    end if;
    if despues is null then
      return null;
    end if;
  end if;
  insert into auditoria (usuario_id, username, direccion, empresa_id, accion, entidad, entidad_id, nombre, antes, despues)
  values (
    (autor ->> 'id')::bigint, autor ->> 'username', autor ->> 'direccion',
    case when tg_table_name = 'empresa' then (fila ->> 'id')::int else (fila ->> 'empresa_id')::int end,
    case tg_op when 'INSERT' then 'crear' when 'UPDATE' then 'cambiar' else 'eliminar' end,
    tg_table_name,
    coalesce(fila ->> 'id', fila ->> 'dispositivo_id', ''),
    coalesce(fila ->> 'apodo', fila ->> 'username', fila ->> 'nombre', fila ->> 'codigo', fila ->> 'mac', fila ->> 'usuario'),
    antes, despues);
  return null;
end $$;

-- Tables whose rows people change. A new one takes one line more.
create trigger auditada after insert or update or delete on dispositivo for each row execute function auditar();
create trigger auditada after insert or update or delete on usuario for each row execute function auditar();
create trigger auditada after insert or update or delete on empresa for each row execute function auditar();
create trigger auditada after insert or update or delete on ubicacion for each row execute function auditar();
create trigger auditada after insert or update or delete on credencial for each row execute function auditar();
create trigger auditada after insert or update or delete on incidencia for each row execute function auditar();
create trigger auditada after delete on cuarentena for each row execute function auditar();
