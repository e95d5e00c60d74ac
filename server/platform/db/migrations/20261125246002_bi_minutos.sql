-- The longest that a statement of the role may take: a role can change its own setting. Null: as that setting says.
alter table bi_rol add column minutos int;
