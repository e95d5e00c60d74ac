-- Who searches for the containers of a company that nobody has heard for days; no row: nobody.
create table perdida_busca (
  empresa_id int primary key references empresa (id) on delete cascade,
  usuario_id bigint not null references usuario (id) on delete cascade
);
create index perdida_busca_usuario_id_idx on perdida_busca (usuario_id);
create trigger auditada after insert or update or delete on perdida_busca for each row execute function auditar();

-- A search that silence alone has given to that user: it says nothing of the rung.
alter table perdida_asiento add column por_silencio boolean not null default false;

-- Who was to search by what was said last; a user who is gone since searches for nothing.
alter table perdida add column lleva_id bigint;
update perdida p set lleva_id = s.lleva_id from perdida_asiento s where s.id = p.asiento_id and s.clase = 'busqueda';
create index perdida_en_busqueda on perdida (empresa_id, lleva_id) where peldano = 'en_busqueda';
