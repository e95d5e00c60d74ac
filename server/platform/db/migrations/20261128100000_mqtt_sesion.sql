-- Sessions at an outside MQTT broker belong to the installation, not to a process: few, of fixed names, divided among the processes that live.

-- The name of this database at brokers. A copy that is restored elsewhere is another installation, with sessions of its own.
create table mqtt_instalacion (
  unica boolean primary key default true check (unica),
  nombre text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)
);
insert into mqtt_instalacion default values;

create table mqtt_proceso (
  id uuid primary key,
  visto timestamptz not null default now()
);

create table mqtt_sesion (
  numero smallint primary key,
  proceso uuid,
  vez integer not null default 0,
  -- When a process last reported it as connected; null: never. The broker may keep messages for it from then on.
  leida timestamptz
);
