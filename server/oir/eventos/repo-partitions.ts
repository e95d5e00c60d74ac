import type pg from 'pg'

/** A local day of the plant: Unix ms, `hasta` exclusive. */
export type Day = { dia: string; desde: number; hasta: number }

/** What this process has cached about partitions and days of a database. */
type Calendario = {
  /** Months, `YYYY-MM` in UTC, with a committed partition. */
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

/** Clears the cache, because a partition may have been dropped. */
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
 * Makes sure that the partitions for these times exist. Only partitions that another transaction created are cached, because this one may
 * still be rolled back.
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

/** Creates the partitions of this month and the next ahead of time. Throws if another change of the table takes too long. */
export async function preparePartitions(pool: pg.Pool): Promise<void> {
  const now = new Date()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  for (const month of [monthOf(now.getTime()), monthOf(next)])
    await pool.query('select crear_particion_evento($1::date)', [`${month}-01`])
}

/** Day bounds from the database's time zone data, which also rebuilds the counts. */
const DAY = `
select d::text as dia, (extract(epoch from d::timestamp at time zone $2) * 1000)::float8 as desde,
  (extract(epoch from (d + 1)::timestamp at time zone $2) * 1000)::float8 as hasta
from (select (to_timestamp($1::float8 / 1000) at time zone $2)::date as d) x`

/** The local day of the plant for each time. */
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
