-- Of the containers that are in a stage, those that wait behind a cause, and the others: what is over its limit is of one list or of the other.
create index visita_viva_aparte on visita_viva (empresa_id, etapa_id, familia, reloj_desde, dispositivo_id, desde) include (causa_id)
  where hasta is null and causa_id is not null;
create index visita_viva_atascada on visita_viva (empresa_id, etapa_id, familia, reloj_desde, dispositivo_id, desde) include (causa_id)
  where hasta is null and causa_id is null;
