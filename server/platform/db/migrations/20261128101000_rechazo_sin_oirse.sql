-- What a reader that was never heard may have wrong: nothing was refused, and it is forgotten once the reader is heard.
alter table lector_rechazo add column sin_oirse boolean not null default false;
