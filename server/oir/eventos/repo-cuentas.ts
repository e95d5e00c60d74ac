import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { COLUMNA_DE_ESTADO } from './cuentas'
import { all, byFilter, type Condicion, type Filter } from './repo'

/** Conditions of a filter on the tables of counts, which have days but no hours. */
function byCuenta(f: Filter): Condicion[] {
  const c: Condicion[] = []
  if (f.empresa !== null) c.push(sql`empresa_id = ${f.empresa}`)
  if (f.dispositivos) c.push(sql`dispositivo_id = any(${f.dispositivos}::bigint[])`)
  if (f.lectores) c.push(sql`lector_id = any(${f.lectores}::bigint[])`)
  if (f.momento) c.push(sql`dia = ${f.momento.dia}::date`)
  if (f.dias?.desde) c.push(sql`dia >= ${f.dias.desde}::date`)
  if (f.dias?.hasta) c.push(sql`dia <= ${f.dias.hasta}::date`)
  return c
}

const columnOf = (f: Filter) => sql.ref(f.estado === null ? 'n' : (COLUMNA_DE_ESTADO[f.estado] as string))

/** The table of counts for a filter; null: only the event rows can be counted. */
function tablaOf(f: Filter): string | null {
  const conTiempo = f.momento !== null || f.dias !== null
  if (f.momento && !f.momento.dia) return null
  if (!f.dispositivos) return 'evento_cuenta_lector'
  if (conTiempo) return f.lectores ? null : 'evento_cuenta_dia'
  return 'evento_cuenta'
}

const sumaOf = (f: Filter, tabla: string | null) =>
  tabla
    ? sql`select coalesce(sum(${columnOf(f)}), 0)::bigint as n from ${sql.table(tabla)} where ${all(byCuenta(f))}`
    : sql`select count(*) as n from evento where ${all(byFilter(f))}`

/** Exact number of events. Rows are counted only for parts of a day, and for a filter with both devices and readers. */
export async function countEventos(db: Db, f: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`${sumaOf(f, tablaOf(f))}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Up to this many devices are looked up one by one. */
export const POCOS = 100

/**
 * The exact number of events, and the filter reduced to the devices that have any, if they are few.
 * @returns hasta: no event is later, if known
 */
export async function narrowFilter(
  db: Db,
  f: Filter,
): Promise<{ total: number; filtro: Filter; hasta: Date | null }> {
  if (!f.dispositivos) return { total: await countEventos(db, f), filtro: f, hasta: null }
  const tabla = tablaOf(f)
  const porDispositivo = tabla
    ? sql`select dispositivo_id, sum(${columnOf(f)}) as n from ${sql.table(tabla)}
        where ${all(byCuenta(f))} and ${columnOf(f)} > 0 group by 1`
    : sql`select dispositivo_id, count(*) as n from evento where ${all(byFilter(f))} group by 1`
  const [cuenta, ultimos] = await Promise.all([
    sql<{ n: number; ids: number[] | null }>`
      select coalesce(sum(n), 0)::bigint as n,
        case when count(*) <= ${POCOS} then array_agg(dispositivo_id::float8) end as ids
      from (${porDispositivo}) c`.execute(db),
    f.dispositivos.length > POCOS && !f.momento ? findLast(db, f.dispositivos) : null,
  ])
  const { n, ids } = cuenta.rows[0] ?? { n: 0, ids: null }
  return { total: n, filtro: ids ? { ...f, dispositivos: ids } : f, hasta: ultimos }
}

/** Tolerance, because a reader's clock may be ahead of the stored time of the last event. */
const MARGIN_MS = 86_400_000

/** A time after which these devices have no event; null: not known for each of them. */
async function findLast(db: Db, ids: number[]): Promise<Date | null> {
  const { rows } = await sql<{ n: number; ultimo: Date | null }>`
    select count(ultimo_evento) as n, max(ultimo_evento) as ultimo from dispositivo_estado
    where dispositivo_id = any(${ids}::bigint[])`.execute(db)
  const { n, ultimo } = rows[0] ?? { n: 0, ultimo: null }
  return ultimo && n === ids.length ? new Date(ultimo.getTime() + MARGIN_MS) : null
}

/**
 * The local day of the row at `offset` (newest first), and how many rows of that day come before it; null: the counts do not reach that
 * far.
 */
export async function findDay(
  db: Db,
  f: Filter,
  offset: number,
): Promise<{ dia: string; antes: number } | null> {
  if (f.momento || (f.dispositivos && f.lectores)) return null
  const tabla = f.dispositivos ? 'evento_cuenta_dia' : 'evento_cuenta_lector'
  const { rows } = await sql<{ dia: string; antes: number }>`
    select dia, antes::bigint as antes from (
      select dia, n, sum(n) over (order by dia desc) - n as antes
      from (
        select dia, sum(${columnOf(f)}) as n from ${sql.table(tabla)} where ${all(byCuenta(f))} group by dia
      ) d
    ) a where antes <= ${offset} and antes + n > ${offset}`.execute(db)
  return rows[0] ?? null
}
