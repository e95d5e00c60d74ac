-- Days until its voltage, or percent, is at its end, as it falls now; null: it does not fall, or too few days tell.
alter table pila add column quedan int check (quedan >= 0);
