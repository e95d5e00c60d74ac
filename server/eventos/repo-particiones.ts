import type pg from 'pg'

/** A plant day: its span in Unix ms, the end not included. */
export type Dia = { dia: string; desde: number; hasta: number }

/** What this process knows of a database's calendar. */
type Calendario = {
  /** Months, `YYYY-MM` of UTC, whose partition is there for good. */
  meses: Set<string>
  dias: Map<string, Dia[]>
}

const conocidos = new WeakMap<object, Calendario>()
const MAX_DIAS = 100

function calendarioDe(base: object): Calendario {
  const c = conocidos.get(base) ?? { meses: new Set(), dias: new Map() }
  conocidos.set(base, c)
  return c
}

/** Ask the database again: a partition may have gone. */
export function forgetParticiones(base: object): void {
  conocidos.delete(base)
}

const mesDe = (t: number) => new Date(t).toISOString().slice(0, 7)

function* mesesDe(tiempos: number[]): Generator<string> {
  let visto = ''
  let [desde, hasta] = [0, 0]
  for (const t of tiempos) {
    if (t >= desde && t < hasta) continue
    const d = new Date(t)
    desde = Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), 1)
    hasta = Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 1)
    visto = mesDe(t)
    yield visto
  }
}

/**
 * Make sure that the partitions of these instants are there. One made in a transaction that is still open may yet be
 * rolled back, so that only what an earlier transaction made is remembered.
 */
export async function ensureParticiones(
  cliente: pg.ClientBase,
  base: object,
  tiempos: number[],
): Promise<void> {
  const { meses } = calendarioDe(base)
  const faltan = new Set<string>()
  for (const mes of mesesDe(tiempos)) if (!meses.has(mes)) faltan.add(mes)
  for (const mes of faltan) {
    await cliente.query('select crear_particion_evento($1::date)', [`${mes}-01`])
    const { rows } = await cliente.query(
      'select xmin <> pg_current_xact_id()::xid as firme from pg_class where oid = to_regclass($1)',
      [`evento_${mes.replace('-', '')}`],
    )
    if (rows[0]?.firme) meses.add(mes)
  }
}

/** Make this month's and the next one's partition ahead of need. Throws where another change of the table takes too long. */
export async function prepareParticiones(pool: pg.Pool): Promise<void> {
  const ahora = new Date()
  const siguiente = Date.UTC(ahora.getUTCFullYear(), ahora.getUTCMonth() + 1, 1)
  for (const mes of [mesDe(ahora.getTime()), mesDe(siguiente)])
    await pool.query('select crear_particion_evento($1::date)', [`${mes}-01`])
}

/** Bounds by the database's own knowledge of time zones, which is what counts events anew. */
const DIA = `
select d::text as dia, (extract(epoch from d::timestamp at time zone $2) * 1000)::float8 as desde,
  (extract(epoch from (d + 1)::timestamp at time zone $2) * 1000)::float8 as hasta
from (select (to_timestamp($1::float8 / 1000) at time zone $2)::date as d) x`

/** The plant day of each instant. */
export async function listDias(
  cliente: pg.ClientBase,
  base: object,
  zona: string,
  tiempos: number[],
): Promise<Dia[]> {
  const { dias } = calendarioDe(base)
  const sabidos = dias.get(zona) ?? []
  dias.set(zona, sabidos)
  const res: Dia[] = []
  let dia: Dia | undefined
  for (const t of tiempos) {
    if (!dia || t < dia.desde || t >= dia.hasta) {
      dia = sabidos.find((d) => t >= d.desde && t < d.hasta)
      if (!dia) {
        dia = (await cliente.query<Dia>(DIA, [t, zona])).rows[0] as Dia
        if (sabidos.length >= MAX_DIAS) sabidos.length = 0
        sabidos.push(dia)
      }
    }
    res.push(dia)
  }
  return res
}
