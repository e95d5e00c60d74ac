-- What is known of each declaration of loss that was not taken back: where its container was heard last before it, in which stage and in whose
-- custody that was (null: in the company's own), its price, and when it was heard again (null: not since). Made anew whenever one of them changes.
create table perdida_declarada (
  asiento_id bigint primary key references perdida_asiento (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  momento timestamptz not null,
  familia text not null,
  ubicacion_id bigint,
  visto timestamptz,
  etapa_id bigint,
  tercero_id bigint,
  centimos int,
  recuperada timestamptz
);
create index perdida_declarada_empresa on perdida_declarada (empresa_id, momento desc, asiento_id desc);
create index perdida_declarada_dispositivo_id_idx on perdida_declarada (dispositivo_id);

-- How long containers were exposed to loss in each month of the plant, and how many came: by family ('-': of none) in the pool, by stage, by
-- partner in its custody. Counted each day.
create table exposicion (
  empresa_id int not null references empresa (id) on delete cascade,
  por text not null check (por in ('familia', 'etapa', 'tercero')),
  clave text not null,
  mes date not null,
  segundos bigint not null,
  entradas int not null,
  primary key (empresa_id, por, mes, clave)
);
-- Until when each company's exposure is counted.
create table exposicion_contada (
  empresa_id int primary key references empresa (id) on delete cascade,
  momento timestamptz not null
);
create index dispositivo_empresa_id_creado_idx on dispositivo (empresa_id, creado) where tipo <> 'Reader';

-- Where and when a silent container was heard last: what was heard last at one place within minutes left together.
alter table perdida add column ubicacion_id bigint, add column oido timestamptz;
create index perdida_lugar on perdida (empresa_id, ubicacion_id, oido);
