-- What a user's list of notices is filtered, ordered and counted by, copied from the notice, where none of it changes.
alter table aviso_usuario add column empresa_id int, add column tipo text, add column gravedad text, add column tiempo timestamptz;
create trigger copiada before insert on aviso_usuario for each row when (new.tiempo is null) execute function copiar_aviso();
update aviso_usuario u set empresa_id = a.empresa_id, tipo = a.tipo, gravedad = a.gravedad, tiempo = a.tiempo from aviso a where a.id = u.aviso_id;
create index aviso_usuario_lista on aviso_usuario (usuario_id, empresa_id, tiempo desc, aviso_id desc) include (tipo, gravedad, leido);
