create table manual (
  -- SHA-256 of the file.
  huella text primary key,
  -- False: its text cannot be read, or not within bounds of time and memory.
  legible boolean,
  -- When a process last had the file; those that nobody has go after a while.
  visto timestamptz not null default now(),
  tomado timestamptz not null default now()
);

-- The tree of the manuals, by paths with slashes; documents end in .pdf or .mp4.
create table manual_carpeta (
  ruta text primary key
);

create table manual_documento (
  ruta text primary key,
  archivo_id bigint not null references archivo
);
create index manual_documento_archivo_id_idx on manual_documento (archivo_id);

-- That the manuals of the product have been put there, once.
create table manual_entrega (
  unica boolean primary key default true check (unica)
);

create table manual_pagina (
  huella text not null references manual on delete cascade,
  pagina int not null,
  texto text not null,
  -- Stems as written and without accents: who types `bateria` finds `batería`.
  busqueda tsvector not null generated always as (
    to_tsvector('spanish'::regconfig, lower(texto)) || to_tsvector('spanish'::regconfig, sin_acentos(texto))
  ) stored,
  primary key (huella, pagina)
);
create index manual_pagina_busqueda_idx on manual_pagina USING gin (busqueda);
