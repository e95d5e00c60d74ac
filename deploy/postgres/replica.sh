#!/bin/bash
# Copies the primary where there is nothing yet, then follows it. What was promoted starts as what it is.
set -euo pipefail
export PGPASSWORD
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_basebackup -d "host=$PRIMARIA user=replica application_name=replica" -D "$PGDATA" -S replica -X stream -R; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
  chmod 700 "$PGDATA"
fi
# Long files are read here: what they still see is not cleared away meanwhile.
exec postgres -c hot_standby_feedback=on -c max_connections=200
