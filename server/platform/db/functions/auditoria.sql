create or replace function impedir_cambio() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) = 'si' then
    return coalesce(new, old);
  end if;
  raise exception 'auditoria: only additions' using errcode = '42501';
end $$;

create or replace function sin_secretos(fila jsonb) returns jsonb language sql immutable as $$
  select fila - array['clave_hash', 'token_hash', 'cambio_hash', 'totp_secreto', 'totp_codigos', 'totp_paso',
    'restablecer_hash', 'muestras', 'ultimo_acceso', 'usada', 'cuerpo', 'huella', 'buscable', 'clave_firma',
    'correo_hash', 'correo_caduca', 'vapid_privada', 'secreto', 'secreto_previo']
$$;

create or replace function auditar() returns trigger language plpgsql as $$
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
