-- What was written off on the loss ladder leaves the book, too: each container once.
insert into custodia_pendiente (empresa_id, dispositivo_id, desde)
select s.empresa_id, s.dispositivo_id, min(s.momento) from perdida_asiento s
where s.clase = 'baja' and exists (select from tercero t where t.empresa_id = s.empresa_id) group by 1, 2;
