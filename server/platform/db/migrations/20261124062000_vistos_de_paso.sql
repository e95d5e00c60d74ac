-- Whether an unregistered tag sends what only tags send: with that, its address and how long it is heard it is told from who passes by.
alter table visto_sin_registrar add column formato_conocido boolean not null default false;
