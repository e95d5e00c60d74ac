-- What an account may do: look; that and change; that and administer its company; administer all companies.
alter table usuario add column rol text not null default 'operario'
  check (rol in ('lectura', 'operario', 'empresa', 'admin'));
update usuario set rol = 'admin' where is_admin;
alter table usuario drop column is_admin;
