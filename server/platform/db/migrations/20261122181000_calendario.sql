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
