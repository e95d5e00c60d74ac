-- The name under which processes tell each other what changed. Whoever may log in to the database may listen to a channel whose name it
-- knows and send on it, analysts of one company too: nobody but Retorna may read this one.
create table canal (
  unica boolean primary key default true check (unica),
  nombre text not null default 'r' || replace(gen_random_uuid()::text, '-', ''),
  -- Until when programs of before run here, which know other names.
  antiguos_hasta timestamptz not null default '-infinity'
);
insert into canal default values;
