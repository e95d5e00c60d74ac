-- The text of a manual belongs to what the file says, not to its place: several machines on one database, each with folders of
-- its own, keep apart what differs and share what does not. All of it is read again from the files.
drop table manual_pagina;
drop table manual;

create table manual (
  -- SHA-256 of the file.
  huella text primary key,
  -- False: its text cannot be read, or not within bounds of time and memory.
  legible boolean not null,
  -- When a process last had the file; those that nobody has go after a while.
  visto timestamptz not null default now()
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
create index on manual_pagina using gin (busqueda);
