-- With a log, what somebody reads again out of the quarantine goes to whoever has each carril, past the log: 0, without one, is all of them.
alter table recado add column carril smallint not null default 0;
