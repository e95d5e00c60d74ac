-- Whose account was switched off because none of their groups lets them in: the next login with one switches it on again.
-- What a person switched off stays off.
alter table identidad add column sin_grupo boolean not null default false;
