-- What a container of a family costs from a day on; familia '': of all that have no price of their own by then. Rows are only added: the
-- last one added for a day counts.
create table familia_precio (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null default '' check (length(familia) <= 64),
  desde date not null,
  centimos int not null check (centimos > 0),
  momento timestamptz not null default now(),
  persona_id bigint references usuario (id) on delete set null
);
create index familia_precio_dia on familia_precio (empresa_id, familia, desde desc, id desc);
create trigger auditada after insert on familia_precio for each row execute function auditar();
create trigger solo_se_anade before update of empresa_id, familia, desde, centimos, momento on familia_precio
  for each row execute function impedir_cambio();

-- What people say of containers that are not heard: to be looked for, proposed as lost, declared lost, written off. `anulada` takes an earlier
-- one back. Rows are only added. What was said before the container was heard again is over.
create table perdida_asiento (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  clase text not null check (clase in ('busqueda', 'propuesta', 'declarada', 'baja', 'anulada')),
  anula bigint unique references perdida_asiento (id) on delete cascade,
  momento timestamptz not null default now(),
  persona_id bigint references usuario (id) on delete set null,
  -- Who looks for it.
  lleva_id bigint references usuario (id) on delete set null,
  nota text check (length(nota) <= 1000),
  check ((anula is null) = (clase <> 'anulada'))
);
create index perdida_asiento_dispositivo on perdida_asiento (dispositivo_id, id desc);
create index perdida_asiento_empresa on perdida_asiento (empresa_id);
create trigger auditada after insert on perdida_asiento for each row execute function auditar();
create trigger solo_se_anade before update of empresa_id, dispositivo_id, clase, anula, momento, nota on perdida_asiento
  for each row execute function impedir_cambio();

-- The containers that are on a higher rung than the first, kept each minute and with what people say: most of a fleet is heard, and to look
-- for the others takes half a second at 100,000.
create table perdida (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null,
  peldano text not null check (peldano in ('sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta', 'declarada', 'baja')),
  -- Since when its silence counts.
  desde timestamptz not null,
  -- The price of that day; null: none was set.
  centimos int,
  asiento_id bigint references perdida_asiento (id) on delete cascade
);
create index perdida_desde on perdida (empresa_id, desde, dispositivo_id);
create index perdida_asiento_id_idx on perdida (asiento_id) where asiento_id is not null;

-- How many containers there are, by family ('': of none), and how many of them were ever heard: counted at the same time.
create table parque (
  empresa_id int not null references empresa (id) on delete cascade,
  familia text not null,
  n int not null,
  oidos int not null,
  primary key (empresa_id, familia)
);
