-- What people write off is published in EPCIS, and declared wrong when they take it back or the container is heard again.
create trigger epcis after insert on perdida_asiento for each row when (new.clase in ('baja', 'anulada')) execute function pedir_epcis_baja();
create trigger epcis_baja after delete on perdida for each row when (old.peldano = 'baja') execute function pedir_epcis_baja();
create trigger epcis_era after update of peldano on perdida for each row when (old.peldano = 'baja' and new.peldano <> 'baja')
  execute function pedir_epcis_baja();

-- What was written off before.
insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
select p.empresa_id, p.dispositivo_id, s.momento
from perdida p join perdida_asiento s on s.id = p.asiento_id join epcis_ajuste a on a.empresa_id = p.empresa_id and a.activo
where p.peldano = 'baja';
