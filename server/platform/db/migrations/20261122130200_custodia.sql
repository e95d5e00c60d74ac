-- Which process has a company's devices in its memory: a turno is a shift of the plant, and this is none.
alter table ingesta_turno rename to ingesta_custodia;
