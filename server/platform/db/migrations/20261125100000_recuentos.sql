-- A count of a place or of a family: who, when, what was expected, what was scanned. Once it is closed nothing of it changes but the signature.
create table recuento (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  -- Null: a count of a family, or of a place that is gone since.
  ubicacion_id bigint references ubicacion (id) on delete set null,
  -- The name that the place had; null: a count of a family.
  lugar text,
  familia text check (length(familia) <= 64),
  esperados int not null default 0,
  abierto timestamptz not null default now(),
  abrio_id bigint references usuario (id) on delete set null,
  abrio text not null,
  nota text check (length(nota) <= 1000),
  cerrado timestamptz,
  cerro_id bigint references usuario (id) on delete set null,
  cerro text,
  -- Opened by mistake: it says nothing of anything.
  anulado boolean not null default false,
  -- The company wanted another person's signature when it was closed.
  pide_firma boolean not null default false,
  firmado timestamptz,
  firmo_id bigint references usuario (id) on delete set null,
  firmo text,
  -- What it came to, as the contract has it; null: open or opened by mistake.
  cifras jsonb,
  check ((lugar is null) <> (familia is null)),
  check (cerrado is not null or (cifras is null and firmado is null and not anulado))
);
create index recuento_empresa on recuento (empresa_id, abierto desc, id desc);
create index recuento_lugar on recuento (empresa_id, lugar, cerrado) where cifras is not null;
-- One at a time: who comes second joins the first.
create unique index recuento_abierto on recuento (empresa_id, coalesce(lugar, ''), coalesce(familia, '')) where cerrado is null;
create trigger auditada after insert or update or delete on recuento for each row execute function auditar();
create trigger fijo before update on recuento for each row
  when (old.empresa_id <> new.empresa_id or old.lugar is distinct from new.lugar or old.familia is distinct from new.familia
    or old.abierto <> new.abierto or old.abrio <> new.abrio
    or old.cerrado is not null and (
      (new.cerrado, new.cerro, new.anulado, new.pide_firma, new.cifras, new.esperados, new.nota)
        is distinct from (old.cerrado, old.cerro, old.anulado, old.pide_firma, old.cifras, old.esperados, old.nota))
    or old.firmado is not null and (new.firmado, new.firmo) is distinct from (old.firmado, old.firmo))
  execute function impedir_cambio();

-- What a count should find, as it was when it was opened.
create table recuento_esperado (
  recuento_id bigint not null references recuento (id) on delete cascade,
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  lugar text,
  -- Readers heard it there then.
  oido boolean not null,
  primary key (recuento_id, dispositivo_id)
);
create index recuento_esperado_dispositivo on recuento_esperado (dispositivo_id);

-- What phones scanned. Rows are only added: a scan that takes another one back names it.
create table recuento_escaneo (
  recuento_id bigint not null references recuento (id) on delete cascade,
  -- Made by the phone.
  id uuid not null,
  -- In the order of their arrival.
  n bigint generated always as identity,
  -- Null: nobody knows the code.
  dispositivo_id bigint references dispositivo (id) on delete set null,
  codigo text not null check (length(codigo) <= 200),
  -- Where Retorna had it when the scan arrived, of what was not expected.
  lugar text,
  oido boolean not null default false,
  -- Where it was scanned, in a count of a family.
  donde text,
  momento timestamptz not null,
  recibido timestamptz not null default now(),
  persona_id bigint references usuario (id) on delete set null,
  persona text not null,
  -- The phone.
  aparato uuid not null,
  modo text not null check (modo in ('camara', 'escrito', 'lista')),
  anula uuid,
  -- It arrived after the count was closed: kept, and in none of its figures.
  tarde boolean not null default false,
  primary key (recuento_id, id)
);
create unique index recuento_escaneo_n on recuento_escaneo (recuento_id, n);
create index recuento_escaneo_dispositivo on recuento_escaneo (dispositivo_id) where dispositivo_id is not null;
create trigger solo_se_anade before update of recuento_id, id, codigo, donde, momento, persona, aparato, modo, anula, tarde on recuento_escaneo
  for each row execute function impedir_cambio();

-- The document: the rows of a closed count.
create table recuento_linea (
  recuento_id bigint not null references recuento (id) on delete cascade,
  n int not null,
  -- Null: nobody knows the code.
  mac text,
  apodo text,
  codigo text not null,
  resultado text not null check (resultado in ('correcto', 'otro_sitio', 'no_esperado', 'desconocido', 'falta')),
  lugar text,
  donde text,
  veces int not null,
  primero timestamptz,
  personas text[] not null,
  acuerda boolean,
  primary key (recuento_id, n)
);
create trigger solo_se_anade before update on recuento_linea for each row execute function impedir_cambio();

-- Whether a company wants each count signed by another person than those who opened and closed it; no row: it does not.
create table recuento_ajuste (
  empresa_id int primary key references empresa (id) on delete cascade,
  firma boolean not null
);
create trigger auditada after insert or update on recuento_ajuste for each row execute function auditar();
