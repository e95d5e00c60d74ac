-- What ended in a week is counted in the index alone.
create index visita_acabada on visita (empresa_id, hasta) include (fin) where hasta is not null;
drop index visita_empresa_id_hasta_idx;
