-- What people were told of belongs to the stage and to a visit that had begun by then: late readings may move the visit's exact beginning.
-- Rows of before, and of a release that does not know these columns, tell the beginning alone.
alter table atasco_dicho add column etapa_id bigint, add column momento timestamptz;
