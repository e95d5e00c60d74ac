-- The numbers of the rules, one row per company. contract/ajustes.ts has the same defaults and bounds and says what
-- each means; a test holds the two together. SQL joins this table, the program reads it through server/domains/ajustes.
create table ajuste (
  empresa_id int primary key references empresa (id) on delete cascade,
  segundos_reloj float8 not null default 600 check (segundos_reloj between 0 and 86400),
  g_movimiento float8 not null default 0.08 check (g_movimiento between 0.005 and 4),
  segundos_parado float8 not null default 120 check (segundos_parado between 1 and 3600),
  g_impacto float8 not null default 2.5 check (g_impacto between 1.05 and 32),
  segundos_rafaga float8 not null default 10 check (segundos_rafaga between 1 and 600),
  segundos_impacto float8 not null default 120 check (segundos_impacto between 0 and 86400),
  g_reposo float8 not null default 0.1 check (g_reposo between 0.01 and 1),
  segundos_latido float8 not null default 300 check (segundos_latido between 10 and 86400),
  minutos_viejo int not null default 300 check (minutos_viejo between 1 and 525600),
  minutos_perdido int not null default 4320 check (minutos_perdido between 1 and 525600),
  minutos_lector_sin_senal int not null default 10 check (minutos_lector_sin_senal between 1 and 525600),
  bateria_baja float8 not null default 10 check (bateria_baja between 0 and 100),
  minutos_salida int not null default 20 check (minutos_salida between 1 and 1440),
  segundos_estancia float8 not null default 120 check (segundos_estancia between 0 and 3600),
  -- Tags that send peaks feel every touch of a fork: they have a threshold of their own. What a company has set is kept for both.
  g_impacto_picos float8 not null default 5 check (g_impacto_picos between 1.05 and 32),
  -- Thresholds of impact of their own, for families of containers and makers of tags (contract/valores/umbrales.ts), the narrowest first.
  umbrales jsonb not null default '[]'
  check (jsonb_typeof(umbrales) = 'array' and jsonb_array_length(umbrales) <= 50),
  check (minutos_perdido >= minutos_viejo)
);
create trigger avisada after update on ajuste for each row when (old.* is distinct from new.*) execute function avisar_ajuste();
create trigger auditada after update on ajuste for each row execute function auditar();
