-- For how many whole months, beside the present one, the log of what a company published is kept.
alter table epcis_ajuste add column meses int not null default 24 check (meses between 3 and 120);
-- What was last removed from the log, and when that was recorded; 0 and null: nothing was.
alter table epcis_ajuste add column podado_id bigint not null default 0;
alter table epcis_ajuste add column podado timestamptz;

-- A declaration may outlast the event that it declares wrong.
alter table epcis_evento drop constraint epcis_evento_corrige_fkey;
drop index epcis_evento_corrige_idx;
