-- What Hoy says of each company, counted apart (hoy_cuenta), and what each person chose and has put away.
create table hoy_cuenta (
  empresa_id int not null references empresa (id) on delete cascade,
  -- A line of what waits now, or a figure of the week.
  clase text not null check (clase in ('linea', 'cifra')),
  clave text not null,
  n int not null,
  -- As much of the week before; null: a line, or not known.
  antes int,
  -- What it is made of: of a line places or families, of a figure both with their numbers of either week.
  partes jsonb not null,
  primary key (empresa_id, clase, clave)
);

create table hoy_hecha (
  usuario_id bigint not null references usuario (id) on delete cascade,
  -- Company that Hoy was narrowed to; 0: all of them.
  empresa int not null,
  clave text not null,
  -- How many there were: more bring it back.
  n int not null,
  momento timestamptz not null default now(),
  primary key (usuario_id, empresa, clave)
);

create table hoy_preferencia (
  usuario_id bigint primary key references usuario (id) on delete cascade,
  -- Null: as their role has it.
  papel text,
  inicio text not null default 'mapa' check (inicio in ('mapa', 'hoy'))
);

-- When all lines, and all figures, were counted last, and how long that took: what takes long is done less often.
create table hoy_vuelta (
  clase text primary key,
  momento timestamptz not null,
  ms int not null
);
