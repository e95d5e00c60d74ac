-- Who closed it, by the name of then: the account may be removed.
alter table incidencia add column cerrada_por_nombre text;
update incidencia i set cerrada_por_nombre = u.nombre from usuario u where u.id = i.cerrada_por;
