import { sql } from 'kysely'
import type { Evento } from '#contract/oir/eventos/eventos'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/queries/cursor'
import { all, byFilter, COLUMNS, type Condicion, type EventoRow, type Filter, presentEvento } from './repo'
import { countEventos, findDay, POCOS } from './repo-cuentas'

/** From this offset on, whole days are skipped by their counts. */
const SALTO_MINIMO = 2000
/** The most rows that lookups by device or reader may read; beyond it the rows are read in order of time. */
const MAX_POR_CADA_UNO = 20_000

type Ventana = { offset: number; limite: number; before: Condicion[]; total: number }

/** The ids and times of a page. Indexes give the rows of a device, of a reader, and all rows in order of time. */
function selectPage(f: Filter, { offset, limite, before, total }: Ventana) {
  const hasta = offset + limite
  const each = (column: 'dispositivo_id' | 'lector_id', ids: number[], resto: Filter) => sql`
    select x.id, x.tiempo from unnest(${ids}::bigint[]) as cada(uno) cross join lateral (
      select id, tiempo from evento
      where ${sql.ref(column)} = cada.uno and ${all([...byFilter(resto, { dispositivo: true, lector: true }), ...before])}
      order by tiempo desc, id desc limit ${hasta}
    ) x order by x.tiempo desc, x.id desc limit ${limite} offset ${offset}`
  const isPocos = (ids: number[] | null): ids is number[] =>
    ids !== null && ids.length <= POCOS && Math.min(ids.length * hasta, total) <= MAX_POR_CADA_UNO

  // The company is implied by the device or the reader.
  if (isPocos(f.dispositivos))
    return each('dispositivo_id', f.dispositivos, { ...f, dispositivos: null, empresa: null })
  if (isPocos(f.lectores)) return each('lector_id', f.lectores, { ...f, lectores: null })
  return sql`
    select id, tiempo from evento where ${all([...byFilter(f, { dispositivo: true, lector: true }), ...before])}
    order by tiempo desc, id desc limit ${limite} offset ${offset}`
}

/**
 * A page, newest first: its ids are found by index alone, then joined.
 * @param sabido total of the filter, and a time after which it has no events, if known
 */
export async function listEventos(
  db: Db,
  f: Filter,
  {
    offset,
    limite,
    known: { total, hasta },
    zona,
  }: { offset: number; limite: number; known: { total: number; hasta: Date | null }; zona: string },
): Promise<Evento[]> {
  const ventana: Ventana = { offset, limite, total, before: hasta ? [sql`tiempo < ${hasta}`] : [] }
  const salto = offset >= SALTO_MINIMO ? await findDay(db, f, offset) : null
  if (salto) {
    ventana.before = [sql`tiempo < ((${salto.dia}::date + 1)::timestamp at time zone ${zona})`]
    ventana.offset = offset - salto.antes
  }
  const { rows } = await sql<EventoRow>`
    with pagina as materialized (${selectPage(f, ventana)})
    select ${COLUMNS} from pagina p
    join evento e on e.tiempo = p.tiempo and e.id = p.id
    join dispositivo d on d.id = e.dispositivo_id
    left join dispositivo l on l.id = e.lector_id
    order by e.tiempo desc, e.id desc`.execute(db)
  return rows.map((r) => presentEvento(r, zona))
}

/**
 * All events of the filter, newest first, from one snapshot.
 * @param onTotal called with their number before the first row
 */
export function walkEventos(
  db: Db,
  f: Filter,
  onTotal: (total: number) => void,
): AsyncGenerator<EventoRow[]> {
  return walkQuery(
    db,
    async (foto) => {
      onTotal(await countEventos(foto, f))
      return sql<EventoRow>`
        select ${COLUMNS} from (select * from evento where ${all(byFilter(f))}) e
        join dispositivo d on d.id = e.dispositivo_id
        left join dispositivo l on l.id = e.lector_id
        order by e.tiempo desc, e.id desc`
    },
    (row) => row,
  )
}
