import type pg from 'pg'
import { numeros, textos } from '../../db/columnas'
import { LUGAR_DE_LECTOR } from '../reglas/estancia'
import type { Estada } from '../reglas/remiendo'

type Fila = {
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
 * @param lugarDe place of each reader, by its id
 */
export async function listEstadas(
  cliente: pg.ClientBase,
  quienes: readonly { id: number; desde: number }[],
  lugarDe: (id: number, lector: number) => number,
): Promise<Map<number, Estada[]>> {
  const values = [numeros(quienes, (q) => q.id), numeros(quienes, (q) => q.desde)]
  const { rows } = await cliente.query<Fila>({ name: 'estadas', text: ESTANCIAS, values })
  const porId = new Map<number, Estada[]>()
  for (const { id, lector, ubicacion, desde, hasta, silencio } of rows) {
    const e = {
      lugar: ubicacion ?? lugarDe(id, lector),
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
export async function saveEstadas(
  cliente: pg.ClientBase,
  quitar: readonly { id: number; desde: number }[],
  poner: readonly { empresa: number; id: number; estada: Estada }[],
): Promise<void> {
  const quitadas = [numeros(quitar, (q) => q.id), numeros(quitar, (q) => q.desde)]
  await cliente.query({ name: 'quitar_estancias', text: QUITAR, values: quitadas })
  if (!poner.length) return
  const ubicacion = (e: Estada) => (e.ajeno && e.lugar < LUGAR_DE_LECTOR ? e.lugar : null)
  const comunes = [
    numeros(poner, (p) => p.empresa),
    numeros(poner, (p) => p.id),
    numeros(poner, (p) => p.estada.lector),
    numeros(poner, (p) => ubicacion(p.estada)),
    numeros(poner, (p) => p.estada.desde),
    numeros(poner, (p) => p.estada.hasta),
  ]
  const silencios = textos(poner, (p) => (p.estada.silencio ? 't' : 'f'))
  await cliente.query({ name: 'poner_estancias', text: PONER, values: [...comunes, silencios] })
  await cliente.query({ name: 'situar_incidencias', text: SITUAR, values: comunes })
}
