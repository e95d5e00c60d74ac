-- What a program must know to work beside this change: the change that made this one possible. None: any may.
alter table migracion add column exige text;
