-- The proof that an answer or a settlement came with, as far as the partner may see it.
alter table movimiento_dicho add column prueba jsonb;
