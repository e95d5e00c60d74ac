-- Finished visits by their beginning: in the last stage of a loop, the list read all open visits before the first finished one.
create index visita_por_desde on visita (etapa_id, desde) where fin = 'paso';
