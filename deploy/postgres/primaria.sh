#!/bin/bash
# Runs once, when the database is made: who may copy it, and what is kept for them while they are away.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v clave="$REPLICA_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replica with replication login password :'clave';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
