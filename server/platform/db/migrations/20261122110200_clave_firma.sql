-- What an installation signs with (the cookie of a known browser): random, made once, the same for all processes.
alter table instalacion add column clave_firma bytea not null
  default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

create or replace function sin_secretos(fila jsonb) returns jsonb language sql immutable as $$
  select fila - array['clave_hash', 'token_hash', 'cambio_hash', 'totp_secreto', 'totp_codigos', 'totp_paso',
    'restablecer_hash', 'muestras', 'ultimo_acceso', 'usada', 'cuerpo', 'huella', 'buscable', 'clave_firma']
$$;
