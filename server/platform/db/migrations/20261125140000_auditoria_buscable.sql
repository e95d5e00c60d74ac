-- Who changed what, in lower case once instead of at each search. No name holds chr(31).
alter table auditoria add column buscable text not null
  generated always as (lower(username || chr(31) || coalesce(nombre, ''))) stored;
