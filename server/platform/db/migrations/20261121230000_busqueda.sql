-- What a device is searched by, in small letters once and for all: lower() of each row took most of a search.
-- U+001F stands between the two, which nobody types.
alter table dispositivo
  add column buscable text not null generated always as (lower(coalesce(apodo, '')) || chr(31) || lower(mac)) stored;

-- It only repeats what changed. The list is that of the last definition before (personas), and one more.
create or replace function sin_secretos(fila jsonb) returns jsonb language sql immutable as $$
  select fila - array['clave_hash', 'token_hash', 'cambio_hash', 'totp_secreto', 'totp_codigos', 'totp_paso',
    'restablecer_hash', 'muestras', 'ultimo_acceso', 'usada', 'cuerpo', 'huella', 'buscable']
$$;
