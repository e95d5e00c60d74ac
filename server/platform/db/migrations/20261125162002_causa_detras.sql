-- How many containers wait behind each open cause, as the check of each minute counted them (server/domains/causas/vigilar.ts).
create table causa_detras (
  causa_id bigint primary key references causa (id) on delete cascade,
  contenedores int not null
);
