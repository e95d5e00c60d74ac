import type pg from 'pg'
import { numbers, texts } from '../../../../platform/db/columns'
import { PLACE_OF_LECTOR } from '../../rules/estancia'
import type { ReprocessedStay } from '../../rules/reprocessing'

type Row = {
  id: number
  lector: number
  ubicacion: number | null
  desde: Date
  hasta: Date
  silencio: boolean
}

const ESTANCIAS = `
select e.dispositivo_id as id, e.lector_id as lector, e.ubicacion_id as ubicacion, e.desde, e.hasta, e.silencio
from unnest($1::bigint[], $2::float8[]) as x(d, t)
join estancia e on e.dispositivo_id = x.d and e.hasta >= to_timestamp(x.t / 1000)
order by e.desde`

/**
 * Stays of these devices that ended after a time of each, oldest first.
 * @param placeOf place of each reader, by its id
 */
export async function listReprocessedStays(
  client: pg.ClientBase,
  quienes: readonly { id: number; desde: number }[],
  placeOf: (id: number, lector: number) => number,
): Promise<Map<number, ReprocessedStay[]>> {
  const values = [numbers(quienes, (q) => q.id), numbers(quienes, (q) => q.desde)]
  const { rows } = await client.query<Row>({ name: 'estadas', text: ESTANCIAS, values })
  const porId = new Map<number, ReprocessedStay[]>()
  for (const { id, lector, ubicacion, desde, hasta, silencio } of rows) {
    const e = {
      lugar: ubicacion ?? placeOf(id, lector),
      lector,
      ajeno: ubicacion !== null,
      desde: desde.getTime(),
      hasta: hasta.getTime(),
      silencio,
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

const PONER = `
insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio)
select e, d, l, u, to_timestamp(t / 1000), to_timestamp(h / 1000), s
from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::boolean[])
  as x(e, d, l, u, t, h, s)
on conflict (dispositivo_id, desde) do update set lector_id = excluded.lector_id, ubicacion_id = excluded.ubicacion_id,
  hasta = excluded.hasta, silencio = excluded.silencio`

/** Impacts of that time that nobody has looked at happened where the container was then. */
const SITUAR = `
update incidencia i set lector_id = x.l, ubicacion_id = coalesce(x.u, r.ubicacion_id), lat = r.lat, lon = r.lon
from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[]) as x(d, l, u, t, h)
join dispositivo r on r.id = x.l
where i.dispositivo_id = x.d and i.tiempo between to_timestamp(x.t / 1000) and to_timestamp(x.h / 1000)
  and i.lector_id is distinct from x.l and not i.revisado and $1::int[] is not null`

/** Stays that are taken away and written, in the caller's transaction. */
export async function saveReprocessedStays(
  client: pg.ClientBase,
  quitar: readonly { id: number; desde: number }[],
  poner: readonly { empresa: number; id: number; reprocessedStay: ReprocessedStay }[],
): Promise<void> {
  const quitadas = [numbers(quitar, (q) => q.id), numbers(quitar, (q) => q.desde)]
  await client.query({ name: 'quitar_estancias', text: QUITAR, values: quitadas })
  if (!poner.length) return
  const ubicacion = (e: ReprocessedStay) => (e.ajeno && e.lugar < PLACE_OF_LECTOR ? e.lugar : null)
  const comunes = [
    numbers(poner, (p) => p.empresa),
    numbers(poner, (p) => p.id),
    numbers(poner, (p) => p.reprocessedStay.lector),
    numbers(poner, (p) => ubicacion(p.reprocessedStay)),
    numbers(poner, (p) => p.reprocessedStay.desde),
    numbers(poner, (p) => p.reprocessedStay.hasta),
  ]
  const silencios = texts(poner, (p) => (p.reprocessedStay.silencio ? 't' : 'f'))
  await client.query({ name: 'poner_estancias', text: PONER, values: [...comunes, silencios] })
  await client.query({ name: 'situar_incidencias', text: SITUAR, values: comunes })
}
