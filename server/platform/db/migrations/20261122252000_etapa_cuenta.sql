-- How many containers are in each stage, and how many fell silent there, by family: counted whenever visits are made.
create table etapa_cuenta (
  etapa_id bigint not null references etapa (id) on delete cascade,
  familia text not null,
  dentro int not null,
  callan int not null,
  primary key (etapa_id, familia)
);
insert into etapa_cuenta (etapa_id, familia, dentro, callan)
select etapa_id, familia, count(*) filter (where hasta is null), count(*) filter (where fin = 'silencio')
from visita v
where hasta is null or fin = 'silencio' and not exists (select from visita w where w.dispositivo_id = v.dispositivo_id and w.desde > v.desde)
group by 1, 2;
