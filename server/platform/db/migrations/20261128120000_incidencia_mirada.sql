-- Whether a person has said what an incident was. Where nobody has, `hubo_golpe_real` and `hubo_danio` are false and say nothing.
alter table incidencia add column mirado boolean not null default false;
