-- What it says of times and spans hangs on the time zone by the letter, so it was no more than stable; called immutable, it could not be
-- made part of the queries that name it, which took half of what the state of a device takes.
alter function tras_causa(timestamptz, timestamptz, timestamptz, int) stable;
