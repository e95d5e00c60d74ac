-- One row of counts for all three states: fewer rows to write and to add up. The days of a device no longer know its
-- readers: such a day is counted on its rows.

create table cuenta_nueva (
  empresa_id int not null,
  dispositivo_id bigint not null,
  lector_id bigint not null,
  parado bigint not null default 0,
  movimiento bigint not null default 0,
  impacto bigint not null default 0,
  n bigint generated always as (parado + movimiento + impacto) stored,
  primary key (dispositivo_id, lector_id)
) with (fillfactor = 70);
insert into cuenta_nueva (empresa_id, dispositivo_id, lector_id, parado, movimiento, impacto)
select empresa_id, dispositivo_id, lector_id, coalesce(sum(n) filter (where estado = 0), 0),
  coalesce(sum(n) filter (where estado = 1), 0), coalesce(sum(n) filter (where estado = 2), 0)
from evento_cuenta group by 1, 2, 3;
drop table evento_cuenta;
alter table cuenta_nueva rename to evento_cuenta;
create index on evento_cuenta (lector_id);

create table cuenta_nueva (
  empresa_id int not null,
  dia date not null,
  dispositivo_id bigint not null,
  parado bigint not null default 0,
  movimiento bigint not null default 0,
  impacto bigint not null default 0,
  n bigint generated always as (parado + movimiento + impacto) stored,
  primary key (dia, dispositivo_id)
) with (fillfactor = 70);
insert into cuenta_nueva (empresa_id, dia, dispositivo_id, parado, movimiento, impacto)
select empresa_id, dia, dispositivo_id, coalesce(sum(n) filter (where estado = 0), 0),
  coalesce(sum(n) filter (where estado = 1), 0), coalesce(sum(n) filter (where estado = 2), 0)
from evento_cuenta_dia group by 1, 2, 3;
drop table evento_cuenta_dia;
alter table cuenta_nueva rename to evento_cuenta_dia;
create index on evento_cuenta_dia (dispositivo_id, dia);

create table cuenta_nueva (
  empresa_id int not null,
  dia date not null,
  lector_id bigint not null,
  parado bigint not null default 0,
  movimiento bigint not null default 0,
  impacto bigint not null default 0,
  n bigint generated always as (parado + movimiento + impacto) stored,
  primary key (empresa_id, dia, lector_id)
) with (fillfactor = 50);
insert into cuenta_nueva (empresa_id, dia, lector_id, parado, movimiento, impacto)
select empresa_id, dia, lector_id, coalesce(sum(n) filter (where estado = 0), 0),
  coalesce(sum(n) filter (where estado = 1), 0), coalesce(sum(n) filter (where estado = 2), 0)
from evento_cuenta_lector group by 1, 2, 3;
drop table evento_cuenta_lector;
alter table cuenta_nueva rename to evento_cuenta_lector;
