-- When a plant works: shifts of each weekday, and days on which it is closed. Durations are told in open hours as well.
create table calendario (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  -- Plant of its locations (ubicacion.planta); empty: of all that have no calendar of their own.
  planta text not null default '',
  -- Seven lists, Monday first, of {"desde": "06:00", "hasta": "14:00"}; a shift that ends no later than it begins ends the day after.
  semana jsonb not null check (jsonb_array_length(semana) = 7),
  -- {"dia": "2026-12-25", "nombre": "Navidad"}: shifts that begin on that day are none.
  festivos jsonb not null default '[]',
  unique (empresa_id, planta)
);
create trigger auditada after insert or update or delete on calendario for each row execute function auditar();
create trigger visitas after insert or update or delete on calendario for each row execute function pedir_visitas();

-- The open clock of each plant: what it shows at a moment is for how long the plant has been open before. Without a calendar it is open always.
create table reloj (
  empresa_id int not null references empresa (id) on delete cascade,
  -- As in calendario; empty: of all plants that have none of their own.
  planta text not null,
  desde timestamptz not null,
  hasta timestamptz not null,
  -- Open seconds before.
  antes_s float8 not null,
  primary key (empresa_id, planta, desde)
);
create index reloj_empresa_id_planta_antes_s_idx on reloj (empresa_id, planta, antes_s);
