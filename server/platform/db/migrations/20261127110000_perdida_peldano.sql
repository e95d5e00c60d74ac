-- Those of a rung are counted in the index alone.
create index perdida_peldano on perdida (empresa_id, peldano, familia);
