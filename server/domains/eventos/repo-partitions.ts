import type pg from 'pg'

/** A plant day: its span in Unix ms, the end not included. */
export type Day = { dia: string; desde: number; hasta: number }

/** What this process knows of a database's calendar. */
type Calendario = {
  /** Months, `YYYY-MM` of UTC, whose partition is there for good. */
  meses: Set<string>
  dias: Map<string, Day[]>
}

const conocidos = new WeakMap<object, Calendario>()
const MAX_DAYS = 100

function calendarioOf(base: object): Calendario {
  const c = conocidos.get(base) ?? { meses: new Set(), dias: new Map() }
  conocidos.set(base, c)
  return c
}

/** Ask the database again: a partition may have gone. */
export function forgetPartitions(base: object): void {
  conocidos.delete(base)
}

const monthOf = (t: number) => new Date(t).toISOString().slice(0, 7)

function* monthsOf(times: number[]): Generator<string> {
  let visto = ''
  let [desde, hasta] = [0, 0]
  for (const t of times) {
    if (t >= desde && t < hasta) continue
    const d = new Date(t)
    desde = Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), 1)
    hasta = Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 1)
    visto = monthOf(t)
    yield visto
  }
}

/**
 * Make sure that the partitions of these instants are there. One made in a transaction that is still open may yet be
 * rolled back, so that only what an earlier transaction made is remembered.
 */
export async function ensurePartitions(client: pg.ClientBase, base: object, times: number[]): Promise<void> {
  const { meses } = calendarioOf(base)
  const faltan = new Set<string>()
  for (const month of monthsOf(times)) if (!meses.has(month)) faltan.add(month)
  for (const month of faltan) {
    await client.query('select crear_particion_evento($1::date)', [`${month}-01`])
    const { rows } = await client.query(
      'select xmin <> pg_current_xact_id()::xid as firme from pg_class where oid = to_regclass($1)',
      [`evento_${month.replace('-', '')}`],
    )
    if (rows[0]?.firme) meses.add(month)
  }
}

/** Make this month's and the next one's partition ahead of need. Throws where another change of the table takes too long. */
export async function preparePartitions(pool: pg.Pool): Promise<void> {
  const now = new Date()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  for (const month of [monthOf(now.getTime()), monthOf(next)])
    await pool.query('select crear_particion_evento($1::date)', [`${month}-01`])
}

/** Bounds by the database's own knowledge of time zones, which is what counts events anew. */
const DAY = `
select d::text as dia, (extract(epoch from d::timestamp at time zone $2) * 1000)::float8 as desde,
  (extract(epoch from (d + 1)::timestamp at time zone $2) * 1000)::float8 as hasta
from (select (to_timestamp($1::float8 / 1000) at time zone $2)::date as d) x`

/** The plant day of each instant. */
export async function listDays(
  client: pg.ClientBase,
  base: object,
  zona: string,
  times: number[],
): Promise<Day[]> {
  const { dias } = calendarioOf(base)
  const sabidos = dias.get(zona) ?? []
  dias.set(zona, sabidos)
  const res: Day[] = []
  let day: Day | undefined
  for (const t of times) {
    if (!day || t < day.desde || t >= day.hasta) {
      day = sabidos.find((d) => t >= d.desde && t < d.hasta)
      if (!day) {
        day = (await client.query<Day>(DAY, [t, zona])).rows[0] as Day
        if (sabidos.length >= MAX_DAYS) sabidos.length = 0
        sabidos.push(day)
      }
    }
    res.push(day)
  }
  return res
}
