-- Whoever deletes a person, a place, a container or a stage looks for what refers to it: row by row in a table that has no index for it.
create index incidencia_cerrada_por_idx on incidencia (cerrada_por) where cerrada_por is not null;
create index incidencia_lleva_idx on incidencia (lleva) where lleva is not null;
create index incidencia_nota_empresa_id_idx on incidencia_nota (empresa_id);
create index causa_persona_id_idx on causa (persona_id) where persona_id is not null;
create index entrega_usuario_id_idx on entrega (usuario_id) where usuario_id is not null;
create index atasco_persona_id_idx on atasco (persona_id) where persona_id is not null;
create index atasco_etapa_id_idx on atasco (etapa_id);
create index familia_precio_persona_id_idx on familia_precio (persona_id) where persona_id is not null;
create index perdida_asiento_persona_id_idx on perdida_asiento (persona_id) where persona_id is not null;
create index perdida_asiento_lleva_id_idx on perdida_asiento (lleva_id) where lleva_id is not null;
create index recuento_abrio_id_idx on recuento (abrio_id) where abrio_id is not null;
create index recuento_cerro_id_idx on recuento (cerro_id) where cerro_id is not null;
create index recuento_firmo_id_idx on recuento (firmo_id) where firmo_id is not null;
create index recuento_ubicacion_id_idx on recuento (ubicacion_id) where ubicacion_id is not null;
create index recuento_escaneo_persona_id_idx on recuento_escaneo (persona_id) where persona_id is not null;
create index cambio_pila_persona_id_idx on cambio_pila (persona_id) where persona_id is not null;
create index dispositivo_ubicacion_id_idx on dispositivo (ubicacion_id) where ubicacion_id is not null;
create index etiqueta_rota_dispositivo_id_idx on etiqueta_rota (dispositivo_id);

-- What is counted each minute for each company reads the states of its own containers.
create index dispositivo_estado_empresa_id_idx on dispositivo_estado (empresa_id);
