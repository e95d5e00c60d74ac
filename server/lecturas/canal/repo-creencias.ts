import type pg from 'pg'
import { jsons, numeros, textos } from '../../db/columnas'
import type { Lectores } from '../lugar/lectores'
import { packCreencia } from '../lugar/paquete'
import type { Cambio } from '../reglas/juicio'
import type { Rastro } from '../reglas/rastro'

/** Why another place is told of a container from a moment on, Unix ms. */
export type Transicion = Cambio & { empresa: number; dispositivo: number; tiempo: number }

/** The readers of a company, by whose numbers beliefs are packed. */
export type LectoresOf = (empresa: number) => Lectores

const CREENCIAS = `
insert into creencia (dispositivo_id, datos) select d, b from unnest($1::bigint[], $2::bytea[]) as x(d, b)
on conflict (dispositivo_id) do update set datos = excluded.datos`

const TRANSICIONES = `
insert into transicion (empresa_id, dispositivo_id, tiempo, causa, traza)
select e, d, to_timestamp(t / 1000), c, j from unnest($1::int[], $2::bigint[], $3::float8[], $4::text[], $5::jsonb[])
  as x(e, d, t, c, j)`

const columnasDeTransiciones = (t: Transicion[]) => [
  numeros(t, (x) => x.empresa),
  numeros(t, (x) => x.dispositivo),
  numeros(t, (x) => x.tiempo),
  textos(t, (x) => x.causa),
  jsons(t, (x) => x.traza),
]

/** What a killed process may lose of a tag, in adverts ... */
const SIN_GUARDAR = 2
/** ... and in ms of one that sends many, once its place is decided: what confirms it is worth no row each second. */
const SIN_GUARDAR_MS = 20_000

/**
 * Number of the span of `SIN_GUARDAR_MS` that a moment is in. Spans of each tag begin at another moment, so that tags that were saved together
 * once are not saved together ever after: the batch that has them all is the slowest one.
 */
const spanOf = (r: Rastro, ms: number) =>
  Math.floor((ms + (Math.imul(r.dispositivo, 0x9e3779b1) >>> 0)) / SIN_GUARDAR_MS)

/** Each advert may tell another place. */
const isAbierta = ({ creencia: c }: Rastro) => !c.decidido || c.rival !== null

/** What the engine remembers of these tags, where a restart would lose too much of it. */
export function columnasDeCreencias(rastros: Rastro[], lectoresOf: LectoresOf): string[] | null {
  const ahora = Date.now()
  const debidas = rastros.filter(
    (r) => r.sinGuardar >= SIN_GUARDAR && (isAbierta(r) || spanOf(r, ahora) !== spanOf(r, r.guardado)),
  )
  if (!debidas.length) return null
  for (const r of debidas) {
    r.sinGuardar = 0
    r.guardado = ahora
  }
  return packColumnas(debidas, lectoresOf)
}

function packColumnas(debidas: readonly Rastro[], lectoresOf: LectoresOf): string[] {
  return [
    numeros(debidas, (r) => r.dispositivo),
    textos(debidas, (r) => `\\x${packCreencia(r.creencia, lectoresOf(r.empresa)).toString('hex')}`),
  ]
}

export async function insertCreencias(cliente: pg.ClientBase, columnas: string[]): Promise<void> {
  await cliente.query({ name: 'creencias', text: CREENCIAS, values: columnas })
}

/** Write what the engine remembers of these tags, in the caller's transaction. */
export async function sendCreencias(
  cliente: pg.ClientBase,
  rastros: readonly Rastro[],
  lectoresOf: LectoresOf,
): Promise<void> {
  await insertCreencias(cliente, packColumnas(rastros, lectoresOf))
}

export async function insertTransiciones(cliente: pg.ClientBase, t: Transicion[]): Promise<void> {
  await cliente.query({ name: 'transiciones', text: TRANSICIONES, values: columnasDeTransiciones(t) })
}

/**
 * Note why another place is told of a container; nothing where none is.
 * @param oido when it was heard last by its reader's clock, Unix ms; the change is never earlier than the hearings that it is told for
 */
export function noteCambio(t: Transicion[], r: Rastro, cambio: Cambio | null, oido: number): void {
  if (!cambio) return
  const tiempo = Math.max(oido, cambio.traza.hasta * 1000)
  t.push({ ...cambio, empresa: r.empresa, dispositivo: r.dispositivo, tiempo })
}
