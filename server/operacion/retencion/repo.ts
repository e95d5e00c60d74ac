import type pg from 'pg'
import { removeEstanciasHasta } from '../../parque/estancias/repo'
import { LOCKS } from '../../platform/db/locks'

const ESTADOS = ['parado', 'movimiento', 'impacto']

/** The key columns of each table of counts. */
const CUENTAS = {
  evento_cuenta: ['dispositivo_id', 'lector_id'],
  evento_cuenta_dia: ['dia', 'dispositivo_id'],
  evento_cuenta_lector: ['empresa_id', 'dia', 'lector_id'],
}

const countSql = (partition: string, zona: string) => `
create temp table retirado on commit drop as
select empresa_id, (tiempo at time zone ${zona})::date as dia, dispositivo_id, lector_id,
  ${ESTADOS.map((e, i) => `count(*) filter (where estado = ${i}) as ${e}`).join(', ')}
from ${partition} group by 1, 2, 3, 4`

/** Partitions of evento, oldest first, that end before the last `meses` whole months (UTC). */
export async function listCaducadas(pool: pg.Pool, months: number): Promise<string[]> {
  const { rows } = await pool.query<{ nombre: string }>(
    `select c.relname as nombre from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'evento'::regclass and c.relname ~ '^evento_\\d{6}$'
       and to_date(right(c.relname, 6), 'YYYYMM') < date_trunc('month', now() at time zone 'utc') - make_interval(months => $1)
     order by 1`,
    [months],
  )
  return rows.map((r) => r.nombre)
}

/** Partitions of transicion and cambio, oldest first, whose month ended at least this many days ago. */
export async function listTransicionesCaducadas(pool: pg.Pool, days: number): Promise<string[]> {
  const { rows } = await pool.query<{ nombre: string }>(
    `select c.relname as nombre from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('transicion'::regclass, 'cambio'::regclass) and c.relname ~ '_\\d{6}$'
       and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') < now() at time zone 'utc' - make_interval(days => $1)
     order by 1`,
    [days],
  )
  return rows.map((r) => r.nombre)
}

/** Drops a partition of transicion or cambio. If another query holds the table for more than a second, it fails and changes nothing. */
export async function dropTransiciones(client: pg.ClientBase, partition: string): Promise<void> {
  await client.query("set local lock_timeout = '1s'")
  await client.query(`drop table if exists ${client.escapeIdentifier(partition)}`)
}

async function subtract(client: pg.ClientBase, tabla: string, clave: string[]): Promise<void> {
  const iguales = clave.map((k) => `c.${k} = r.${k}`).join(' and ')
  const group = `(select ${clave.join(', ')}, ${ESTADOS.map((e) => `sum(${e})::bigint as ${e}`).join(', ')}
    from retirado group by ${clave.join(', ')}) r`
  const nada = ESTADOS.map((e) => `c.${e} <= r.${e}`).join(' and ')
  await client.query(`delete from ${tabla} c using ${group} where ${iguales} and ${nada}`)
  const resta = ESTADOS.map((e) => `${e} = c.${e} - r.${e}`).join(', ')
  await client.query(`update ${tabla} c set ${resta} from ${group} where ${iguales}`)
}

/**
 * Drops a partition of evento and subtracts its rows from the counts, in the caller's transaction. The rows are counted while other
 * processes read and write; only the update of the counts keeps them out. If another query holds the table for more than a second, it fails
 * and changes nothing; writers of events wait for that second. @returns false if another process is doing it
 */
export async function dropPartition(
  client: pg.ClientBase,
  partition: string,
  zona: string,
): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as nuestro', [LOCKS.retention])
  if (!rows[0].nuestro) return false
  await client.query("set local lock_timeout = '1s'")
  const nombre = client.escapeIdentifier(partition)
  await client.query(`lock table ${nombre} in share row exclusive mode`)
  await client.query(countSql(nombre, client.escapeLiteral(zona)))
  // Locked before the counts: writers of events lock them in the same order.
  await client.query('lock table only evento in access exclusive mode')
  for (const [tabla, clave] of Object.entries(CUENTAS)) await subtract(client, tabla, clave)
  await removeEstanciasHasta(client, partition.slice(-6))
  await client.query(`drop table ${nombre}`)
  return true
}
