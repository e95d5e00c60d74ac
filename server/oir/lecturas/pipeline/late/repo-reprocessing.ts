import type pg from 'pg'
import { numbers } from '../../../../platform/db/queries/columns'
import { PLACE_OF_LECTOR } from '../../rules/estancia'
import type { ReprocessedStay } from '../../rules/reprocessing'
import { createBatchTable, flag, number, time } from '../writing/batch-table'

type Row = {
  id: number
  lector: number
  ubicacion: number | null
  desde: Date
  hasta: Date
  silencio: boolean
  certeza: number | null
}

const ESTANCIAS = `
select e.dispositivo_id as id, e.lector_id as lector, e.ubicacion_id as ubicacion, e.desde, e.hasta, e.silencio, e.certeza
from unnest($1::bigint[], $2::float8[]) as x(d, t)
join estancia e on e.dispositivo_id = x.d and e.hasta >= to_timestamp(x.t / 1000)
order by e.desde`

/**
 * Stays of these devices, oldest first, that ended at `desde` of the device or later.
 * @param placeOf place of each reader, by the ids of device and reader
 */
export async function listReprocessedStays(
  client: pg.ClientBase,
  quienes: readonly { id: number; desde: number }[],
  placeOf: (id: number, lector: number) => number,
): Promise<Map<number, ReprocessedStay[]>> {
  const values = [numbers(quienes, (q) => q.id), numbers(quienes, (q) => q.desde)]
  const { rows } = await client.query<Row>({ name: 'estadas', text: ESTANCIAS, values })
  const porId = new Map<number, ReprocessedStay[]>()
  for (const { id, lector, ubicacion, desde, hasta, silencio, certeza } of rows) {
    const e = {
      lugar: ubicacion ?? placeOf(id, lector),
      lector,
      ajeno: ubicacion !== null,
      desde: desde.getTime(),
      hasta: hasta.getTime(),
      silencio,
      certeza,
    }
    const suyas = porId.get(id)
    if (suyas) suyas.push(e)
    else porId.set(id, [e])
  }
  return porId
}

const QUITAR = `
delete from estancia e using unnest($1::bigint[], $2::float8[]) as x(d, t)
where e.dispositivo_id = x.d
  and e.desde between to_timestamp(x.t / 1000) - interval '1 millisecond' and to_timestamp(x.t / 1000) + interval '1 millisecond'`

type WrittenStay = { empresa: number; id: number; reprocessedStay: ReprocessedStay }

const STAYS = createBatchTable<WrittenStay>(
  number('empresa_id', 'int', (s) => s.empresa),
  number('dispositivo_id', 'bigint', (s) => s.id),
  number('lector_id', 'bigint', (s) => s.reprocessedStay.lector),
  number('ubicacion_id', 'bigint', ({ reprocessedStay: e }) =>
    e.ajeno && e.lugar < PLACE_OF_LECTOR ? e.lugar : null,
  ),
  time('desde', (s) => s.reprocessedStay.desde),
  time('hasta', (s) => s.reprocessedStay.hasta),
  flag('silencio', (s) => s.reprocessedStay.silencio),
  number('certeza', 'real', (s) => s.reprocessedStay.certeza),
)

const PONER = `
insert into estancia (${STAYS.names}) select ${STAYS.values} from ${STAYS.rows}
on conflict (dispositivo_id, desde) do update set ${STAYS.updates(['empresa_id', 'dispositivo_id', 'desde'])}`

/** Impacts in these stays happened where the container was then. Reviewed ones stay as they are. */
const SITUAR = `
update incidencia i set lector_id = x.lector_id, ubicacion_id = coalesce(x.ubicacion_id, r.ubicacion_id),
  lat = r.lat, lon = r.lon
from ${STAYS.rows}
join dispositivo r on r.id = x.lector_id
where i.dispositivo_id = x.dispositivo_id
  and i.tiempo between to_timestamp(x.desde / 1000) and to_timestamp(x.hasta / 1000)
  and i.lector_id is distinct from x.lector_id and not i.revisado`

/** Delete and write stays, in the caller's transaction. */
export async function saveReprocessedStays(
  client: pg.ClientBase,
  quitar: readonly { id: number; desde: number }[],
  poner: readonly WrittenStay[],
): Promise<void> {
  const quitadas = [numbers(quitar, (q) => q.id), numbers(quitar, (q) => q.desde)]
  await client.query({ name: 'quitar_estancias', text: QUITAR, values: quitadas })
  if (!poner.length) return
  const values = STAYS.encode(poner)
  await client.query({ name: 'poner_estancias', text: PONER, values })
  await client.query({ name: 'situar_incidencias', text: SITUAR, values })
}
