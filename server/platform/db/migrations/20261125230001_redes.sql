-- contrae: 20261124122015_causas.sql
-- Several outages of the network can be open at once, each of readers that fell silent together at another time.
drop index causa_abierta;
create unique index causa_abierta on causa (empresa_id, clase, coalesce(lector_id, 0)) where hasta is null and clase <> 'red';
