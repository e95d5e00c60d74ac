-- Who gets the statement of a partner each month, and when next. Switched off, it is kept who did.
create table extracto_envio (
  tercero_id bigint primary key references tercero (id) on delete cascade,
  empresa_id int not null references empresa (id) on delete cascade,
  activo boolean not null,
  correo text not null check (length(correo) <= 254),
  formato text not null check (formato in ('xlsx', 'pdf')),
  siguiente timestamptz not null
);
create index extracto_envio_empresa_id_idx on extracto_envio (empresa_id);
create index extracto_envio_siguiente on extracto_envio (siguiente) where activo;
-- Not each month that goes out: what a person sets.
create trigger auditada after insert or delete or update of activo, correo, formato on extracto_envio for each row execute function auditar();

-- A delivery may carry the statement of a partner: of each month once.
alter table entrega add column tercero_id bigint references tercero (id) on delete cascade;
alter table entrega add column extracto_mes text;
create unique index entrega_extracto on entrega (tercero_id, extracto_mes);
