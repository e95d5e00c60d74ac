import {
  AVISOS,
  type AvisoDicho,
  type Gravedad,
  joinDatos,
  type TipoAviso,
} from '#contract/valores/avisos/avisos'
import type { Db } from '../../platform/db/client'
import { queueDeliveries } from './delivery/outbox'
import { shareAviso } from './delivery/routing'
import {
  claimHecho,
  createAviso,
  growAviso,
  holdGrupo,
  listPersonas,
  listWebhookSubscribers,
  readZona,
  saveHecho,
  saveRouting,
  tellWindows,
} from './repo-aviso'

export type Hecho = AvisoDicho & {
  empresa: number
  /** Name of the fact, unique in its company: `causa:12:abre`. What was reported under it is not reported again. */
  clave: string
  /** Path within the application to where it is dealt with. */
  enlace: string
  /** That of its kind where nothing is said. */
  gravedad?: Gravedad
  /** Locations and families that it is about; where none are named it concerns everybody of the company. */
  lugares?: readonly number[]
  familias?: readonly string[]
  /** What it may be reported together with, where its kind is: a place, say. The company's where nothing is said. */
  grupo?: string
}

const juntaMin = (tipo: TipoAviso): number | undefined => AVISOS[tipo].juntaMin
const gravedadOf = (h: Hecho) => h.gravedad ?? AVISOS[h.tipo].gravedad
/** Facts of one group are reported together; null: alone. */
const groupOf = (h: Hecho) =>
  juntaMin(h.tipo) === undefined ? null : `${h.tipo} ${gravedadOf(h)} ${h.grupo ?? ''}`

/**
 * Tell of a fact, in the transaction that makes it one: the notice, who sees it and what is to be sent are there once
 * it is committed, and never where it is not. A second call with the same `clave` changes nothing.
 * @returns the number of the notice; null: it was reported before
 */
export async function notify(tx: Db, h: Hecho, now = new Date()): Promise<number | null> {
  if (!(await claimHecho(tx, h.empresa, h.clave))) return null
  const zona = await readZona(tx)
  const gravedad = gravedadOf(h)
  const minutes = juntaMin(h.tipo)
  const grupo = groupOf(h)
  const abierto = grupo === null ? undefined : await holdGrupo(tx, h.empresa, grupo, now)
  const abiertoHasta =
    abierto?.abierto_hasta ?? (minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000))
  const aviso = abierto
    ? abierto.id
    : await createAviso(tx, {
        ...h,
        gravedad,
        tiempo: now,
        grupo,
        abiertoHasta,
      })
  if (abierto) await growAviso(tx, aviso, joinDatos(abierto.datos as never, h.datos as never), h.enlace)
  const routing = shareAviso(
    {
      tipo: h.tipo,
      gravedad,
      lugares: h.lugares ?? [],
      familias: h.familias ?? [],
      desde: abiertoHasta ?? now,
    },
    await listPersonas(tx, h.empresa),
    await listWebhookSubscribers(tx, h.empresa),
    zona,
  )
  await saveHecho(tx, h.empresa, h.clave, aviso)
  await saveRouting(tx, h.empresa, aviso, routing)
  const urgency = gravedad === 'grave' ? 'grave' : 'normal'
  await queueDeliveries(tx, urgency, routing.entregas, String(aviso), now)
  await tellWindows(tx, h.empresa)
  return aviso
}

/**
 * Tell of several facts in one transaction: group by group, in the same order as any other transaction does. Two of which each
 * has a group that the other one needs would wait for each other.
 */
export async function notifyAll(tx: Db, hechos: readonly Hecho[], now = new Date()): Promise<void> {
  const porGrupo = hechos
    .map((h) => ({ h, orden: `${h.empresa} ${groupOf(h) ?? ''}` }))
    .sort((a, b) => (a.orden < b.orden ? -1 : Number(a.orden > b.orden)))
  for (const { h } of porGrupo) await notify(tx, h, now)
}
