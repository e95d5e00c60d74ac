-- How often something was tried, counted for all processes. Worth nothing after a crash, therefore unlogged.
create unlogged table freno (
  -- A hash: who tried what from where is nobody's business an hour later.
  clave text primary key,
  veces int not null,
  maximo int not null,
  hasta timestamptz not null
);
create index freno_hasta_idx on freno (hasta);
