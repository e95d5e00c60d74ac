-- What a tag's acceleration sensor has been seen to be (server/lecturas/reglas/sensor.ts): what it tells, as bits; its step
-- and the furthest value of an axis, in g; and how often it was just there.
alter table dispositivo_estado
  add column acel_dice smallint,
  add column acel_paso real,
  add column acel_tope real,
  add column acel_veces int;

-- Tags that send peaks feel every touch of a fork: they have a threshold of their own. What a company has set is kept for both.
alter table ajuste add column g_impacto_picos float8 not null default 5 check (g_impacto_picos between 1.05 and 32);
update ajuste set g_impacto_picos = g_impacto where g_impacto <> 2.5;
