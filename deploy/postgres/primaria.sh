#!/bin/bash
# Runs once, when the database is made: who may copy it.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v clave="$REPLICA_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replica with replication login password :'clave';
SQL
echo 'host replication replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
