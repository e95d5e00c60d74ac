#!/bin/bash
# One of two servers. PRIMARIA names the one that is written to: it is made where there is nothing yet; the other copies it and
# follows. One that was written to and is so no longer does not start: what it has may never have got to the other.
set -euo pipefail
if [ "$PRIMARIA" != "$NODO" ]; then
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    export PGPASSWORD="$REPLICA_PASSWORD"
    copy() {
      pg_basebackup -d "host=$PRIMARIA user=replica application_name=$NODO" -D "$PGDATA" -X stream -c fast -R -S "${NODO//-/_}" "$@"
    }
    until copy -C || copy; do
      find "$PGDATA" -mindepth 1 -delete || true
      sleep 2
    done
    chmod 700 "$PGDATA"
    unset PGPASSWORD
  elif [ ! -e "$PGDATA/standby.signal" ]; then
    echo "$NODO was the primary and $PRIMARIA is it now: remove the volume of $NODO, so that it copies anew" >&2
    exit 1
  fi
fi
# Long files are read from the copy: what they still see is not cleared away meanwhile.
exec docker-entrypoint.sh postgres -c max_connections=200 -c max_slot_wal_keep_size=16GB -c hot_standby_feedback=on
