-- Who has containers of a company: customers, suppliers, carriers.
create table tercero (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  nombre text not null check (length(nombre) between 1 and 120),
  clase text not null check (clase in ('cliente', 'proveedor', 'transportista')),
  creado timestamptz not null default now(),
  unique (empresa_id, nombre)
);
create trigger auditada after insert or update or delete on tercero for each row execute function auditar();
create trigger custodia after insert on tercero for each row execute function pedir_custodia_todo();

-- Its places: what stands there is in its account. All other places of the company are its own.
create table tercero_lugar (
  ubicacion_id bigint primary key references ubicacion (id) on delete cascade,
  tercero_id bigint not null references tercero (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade
);
create index tercero_lugar_tercero_id_idx on tercero_lugar (tercero_id);
create index tercero_lugar_empresa_id_idx on tercero_lugar (empresa_id);
create trigger auditada after insert or update or delete on tercero_lugar for each row execute function auditar();
create trigger custodia after insert or update or delete on tercero_lugar for each row execute function pedir_custodia_todo();

-- The people of a partner: they see its balance and its statement, and nothing else. Held by `comprobar_rol`: the role `tercero` has one.
alter table usuario add column tercero_id bigint references tercero (id);
create index usuario_tercero_id_idx on usuario (tercero_id) where tercero_id is not null;
alter table usuario drop constraint usuario_rol_check;
create trigger rol before insert or update of rol, tercero_id, empresa_id on usuario for each row execute function comprobar_rol();

-- The book: containers go from one account to another. Rows are only added. An account is a partner, the company's own stock (null), or what is
-- outside of the pool (`fuera` says which side): not registered, lost, taken off the register. Both halves of double entry are in a row.
create table movimiento (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  -- When it happened, and when it was written.
  momento timestamptz not null,
  anotado timestamptz not null default now(),
  clase text not null check (clase in ('alta', 'baja', 'visto', 'albaran', 'recuento', 'perdida', 'acuerdo', 'anulada')),
  de_id bigint references tercero (id),
  a_id bigint references tercero (id),
  fuera text check (fuera in ('de', 'a')),
  -- '': of none.
  familia text not null,
  cantidad int not null check (cantidad > 0),
  -- Which container, where that is known, and what it was called then. It refers to nothing: the book outlasts the register.
  dispositivo_id bigint,
  contenedor text,
  -- By what was seen: where, by which reader, and how sure the place was.
  ubicacion_id bigint,
  lugar text,
  lector text,
  certeza real,
  -- Delivery note, and what people add.
  documento text check (length(documento) <= 60),
  nota text check (length(nota) <= 1000),
  persona_id bigint references usuario (id) on delete set null,
  -- The entry that this one takes back; the line that it settles.
  anula bigint unique references movimiento (id) on delete cascade,
  sobre bigint references movimiento (id) on delete cascade,
  check (de_id is distinct from a_id or fuera is not null),
  check (fuera is distinct from 'de' or de_id is null),
  check (fuera is distinct from 'a' or a_id is null),
  check (dispositivo_id is null or cantidad = 1),
  check ((anula is null) = (clase <> 'anulada')),
  check ((sobre is null) = (clase <> 'acuerdo'))
);
create index movimiento_empresa on movimiento (empresa_id, momento, id);
create index movimiento_de on movimiento (de_id, momento, id) where de_id is not null;
create index movimiento_a on movimiento (a_id, momento, id) where a_id is not null;
create index movimiento_dispositivo on movimiento (dispositivo_id, momento, id) where dispositivo_id is not null;
create index movimiento_sobre on movimiento (sobre) where sobre is not null;
create index movimiento_persona_id_idx on movimiento (persona_id) where persona_id is not null;
create trigger auditada after insert on movimiento for each row execute function auditar();
create trigger solo_altas before update or delete on movimiento for each row execute function impedir_cambio_libro();
create trigger saldos after insert on movimiento referencing new table as nuevos for each statement execute function sumar_saldos();

-- What is said of a line in the statement of a partner: that it is not right, the answer, and how it was settled. Only added, too.
create table movimiento_dicho (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  movimiento_id bigint not null references movimiento (id) on delete cascade,
  -- In whose statement: what one partner says is not another's to read.
  tercero_id bigint not null references tercero (id),
  clase text not null check (clase in ('disputa', 'respuesta', 'acuerdo')),
  momento timestamptz not null default now(),
  nota text not null check (length(nota) between 1 and 1000),
  persona_id bigint references usuario (id) on delete set null,
  -- The name of whoever said it, and whether they are of the partner.
  autor text not null,
  ajeno boolean not null
);
create index movimiento_dicho_movimiento_id_idx on movimiento_dicho (movimiento_id, tercero_id, id);
create index movimiento_dicho_tercero_id_idx on movimiento_dicho (tercero_id);
create index movimiento_dicho_empresa_id_idx on movimiento_dicho (empresa_id);
create index movimiento_dicho_persona_id_idx on movimiento_dicho (persona_id) where persona_id is not null;
create trigger auditada after insert on movimiento_dicho for each row execute function auditar();
create trigger solo_altas before update or delete on movimiento_dicho for each row execute function impedir_cambio_libro();

-- The sums of the book, kept with each entry: by account (0: own stock) and family.
create table saldo (
  empresa_id int not null references empresa (id) on delete cascade,
  cuenta bigint not null,
  familia text not null,
  n int not null,
  primary key (empresa_id, cuenta, familia)
);

-- In which account each container is by the book, and since when; tercero_id null: own stock. Kept with each entry.
create table en_cuenta (
  dispositivo_id bigint primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  tercero_id bigint references tercero (id) on delete cascade,
  familia text not null,
  desde timestamptz not null,
  movimiento_id bigint not null references movimiento (id) on delete cascade
);
create index en_cuenta_tercero on en_cuenta (tercero_id, familia, desde, dispositivo_id) where tercero_id is not null;
create index en_cuenta_empresa_id_idx on en_cuenta (empresa_id);
create index en_cuenta_movimiento_id_idx on en_cuenta (movimiento_id);

-- Containers that the book has in one account and that were heard last in another's place, kept each minute.
create table custodia_diferencia (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null,
  -- Null: own stock. `libro_fuera`: the book has it nowhere.
  libro_id bigint references tercero (id) on delete cascade,
  libro_fuera boolean not null,
  visto_id bigint references tercero (id) on delete cascade,
  ubicacion_id bigint not null,
  visto timestamptz not null
);
create index custodia_diferencia_empresa on custodia_diferencia (empresa_id, visto, dispositivo_id);
create index custodia_diferencia_libro_id_idx on custodia_diferencia (libro_id) where libro_id is not null;
create index custodia_diferencia_visto_id_idx on custodia_diferencia (visto_id) where visto_id is not null;

-- Containers of which something may be to be entered, from which moment on, and not before when that is looked at. Without a container: all of
-- the company.
create table custodia_pendiente (
  id bigint generated always as identity primary key,
  empresa_id int not null,
  dispositivo_id bigint,
  desde timestamptz not null,
  cuando timestamptz not null default now()
);
create index custodia_pendiente_empresa on custodia_pendiente (empresa_id, cuando);

create trigger custodia_alta after insert on llegada referencing new table as tocada for each statement execute function pedir_custodia();
create trigger custodia_baja after delete on llegada referencing old table as tocada for each statement execute function pedir_custodia();
create trigger custodia_alta after insert on dispositivo for each row when (new.tipo <> 'Reader') execute function pedir_custodia_de();
create trigger custodia_es after update of eliminado, familia, empresa_id on dispositivo for each row
  when (new.tipo <> 'Reader' and (old.eliminado, old.familia, old.empresa_id) is distinct from (new.eliminado, new.familia, new.empresa_id))
  execute function pedir_custodia_de();
