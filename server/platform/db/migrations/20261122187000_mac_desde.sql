-- Since when a container carries its tag, where it carried another before: what comes late of an earlier time is somebody else's.
alter table dispositivo add column mac_desde timestamptz;

create function anotar_mac_desde() returns trigger language plpgsql as $$
begin
  new.mac_desde := now();
  return new;
end $$;
create trigger mac_cambiada before update of mac on dispositivo for each row
  when (old.mac is distinct from new.mac) execute function anotar_mac_desde();
