import type pg from 'pg'
import { removeEstanciasHasta } from '../estancias/repo'

/** One process at a time. */
const CERROJO = 72659
const ESTADOS = ['parado', 'movimiento', 'impacto']

/** Each table of counts, by what it counts. */
const CUENTAS = {
  evento_cuenta: ['dispositivo_id', 'lector_id'],
  evento_cuenta_dia: ['dia', 'dispositivo_id'],
  evento_cuenta_lector: ['empresa_id', 'dia', 'lector_id'],
}

const countSql = (particion: string, zona: string) => `
create temp table retirado on commit drop as
select empresa_id, (tiempo at time zone ${zona})::date as dia, dispositivo_id, lector_id,
  ${ESTADOS.map((e, i) => `count(*) filter (where estado = ${i}) as ${e}`).join(', ')}
from ${particion} group by 1, 2, 3, 4`

/** Partitions of evento, oldest first, that end before the first of the last `meses` whole months (UTC) begins. */
export async function listCaducadas(pool: pg.Pool, meses: number): Promise<string[]> {
  const { rows } = await pool.query<{ nombre: string }>(
    `select c.relname as nombre from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'evento'::regclass and c.relname ~ '^evento_\\d{6}$'
       and to_date(right(c.relname, 6), 'YYYYMM') < date_trunc('month', now() at time zone 'utc') - make_interval(months => $1)
     order by 1`,
    [meses],
  )
  return rows.map((r) => r.nombre)
}

/** Partitions of transicion and cambio, oldest first, of months that ended so many days ago. */
export async function listTransicionesCaducadas(pool: pg.Pool, dias: number): Promise<string[]> {
  const { rows } = await pool.query<{ nombre: string }>(
    `select c.relname as nombre from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('transicion'::regclass, 'cambio'::regclass) and c.relname ~ '_\\d{6}$'
       and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') < now() at time zone 'utc' - make_interval(days => $1)
     order by 1`,
    [dias],
  )
  return rows.map((r) => r.nombre)
}

/** Drop a partition of transicion or cambio. Fails after a second of waiting for a long-running reader, with nothing changed. */
export async function dropTransiciones(cliente: pg.ClientBase, particion: string): Promise<void> {
  await cliente.query("set local lock_timeout = '1s'")
  await cliente.query(`drop table if exists ${cliente.escapeIdentifier(particion)}`)
}

async function subtract(cliente: pg.ClientBase, tabla: string, clave: string[]): Promise<void> {
  const iguales = clave.map((k) => `c.${k} = r.${k}`).join(' and ')
  const grupo = `(select ${clave.join(', ')}, ${ESTADOS.map((e) => `sum(${e})::bigint as ${e}`).join(', ')}
    from retirado group by ${clave.join(', ')}) r`
  const nada = ESTADOS.map((e) => `c.${e} <= r.${e}`).join(' and ')
  await cliente.query(`delete from ${tabla} c using ${grupo} where ${iguales} and ${nada}`)
  const resta = ESTADOS.map((e) => `${e} = c.${e} - r.${e}`).join(', ')
  await cliente.query(`update ${tabla} c set ${resta} from ${grupo} where ${iguales}`)
}

/**
 * Drop a partition of evento and take its rows from the counts, in the caller's transaction. Rows are counted while
 * others read and write; only then, and for as long as the counts take, nobody does. Fails after a second of waiting
 * for a long-running reader, with nothing changed: writers of events wait for the same time. Returns false where another process is at it.
 */
export async function dropParticion(
  cliente: pg.ClientBase,
  particion: string,
  zona: string,
): Promise<boolean> {
  const { rows } = await cliente.query('select pg_try_advisory_xact_lock($1) as nuestro', [CERROJO])
  if (!rows[0].nuestro) return false
  await cliente.query("set local lock_timeout = '1s'")
  const nombre = cliente.escapeIdentifier(particion)
  await cliente.query(`lock table ${nombre} in share row exclusive mode`)
  await cliente.query(countSql(nombre, cliente.escapeLiteral(zona)))
  // Before the counts: who writes events has this table first, and then those.
  await cliente.query('lock table only evento in access exclusive mode')
  for (const [tabla, clave] of Object.entries(CUENTAS)) await subtract(cliente, tabla, clave)
  await removeEstanciasHasta(cliente, particion.slice(-6))
  await cliente.query(`drop table ${nombre}`)
  return true
}
