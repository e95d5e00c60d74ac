-- Views for analysts stand in a schema of their own (views/bi.sql). Who may use it may read what is made there; a row of bi_rol says of which company.
create schema if not exists bi;
alter default privileges in schema bi grant select on tables to public;

-- Roles of the database that analysts log in with. empresa_id null: of all companies.
create table bi_rol (
  rol name primary key,
  empresa_id int references empresa (id) on delete cascade,
  creado timestamptz not null default now()
);
create trigger auditada after insert or update or delete on bi_rol for each row execute function auditar();
