-- The text of the manuals, a copy of what the files on disk say: it is made again from them whenever it is missing.

-- A file that has been looked at, with what tells whether it has changed since.
create table manual (
  ruta text primary key,
  huella text not null
);

-- One character for one, so that a place in the one text is the same place in the other.
create function sin_acentos(t text) returns text language sql immutable parallel safe as $$
  select translate(lower(t), 'áàâäéèêëíìîïóòôöúùûüç', 'aaaaeeeeiiiioooouuuuc')
$$;

create table manual_pagina (
  ruta text not null references manual on delete cascade on update cascade,
  pagina int not null,
  texto text not null,
  -- Stems as written and without accents: who types `bateria` finds `batería`.
  busqueda tsvector not null generated always as (
    to_tsvector('spanish'::regconfig, lower(texto)) || to_tsvector('spanish'::regconfig, sin_acentos(texto))
  ) stored,
  primary key (ruta, pagina)
);
create index on manual_pagina using gin (busqueda);
