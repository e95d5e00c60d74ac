-- How often something was tried, counted for all processes. Worth nothing after a crash, therefore unlogged.
create unlogged table freno (
  -- A hash: who tried what from where is nobody's business an hour later.
  clave text primary key,
  veces int not null,
  maximo int not null,
  hasta timestamptz not null
);
create index on freno (hasta);

-- Places that are held for all processes together: whoever holds one says again and again that it is still taken.
create unlogged table plaza (
  clave text,
  numero int,
  dueno uuid not null,
  hasta timestamptz not null,
  primary key (clave, numero)
);
