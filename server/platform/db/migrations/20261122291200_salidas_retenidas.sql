-- While there is a row, nothing leaves for the outside: a copy was restored, and what waits in it may have left long ago.
create table salidas_retenidas (
  id int primary key default 1 check (id = 1),
  desde timestamptz not null default now()
);
create trigger auditada after delete on salidas_retenidas for each row execute function auditar();
