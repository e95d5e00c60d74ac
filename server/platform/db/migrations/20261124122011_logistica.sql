create table lt (
  empresa_id int not null references empresa on delete cascade,
  -- Family of its containers.
  codigo text not null,
  descripcion text not null,
  -- Containers that there should be.
  total int not null check (total >= 0),
  primary key (empresa_id, codigo)
);
create trigger auditada after insert or update or delete on lt for each row execute function auditar();
