import {
  AVISOS,
  type AvisoDicho,
  type Gravedad,
  joinDatos,
  type TipoAviso,
} from '#contract/avisos/avisos/values'
import type { Db } from '../../platform/db/client'
import { queueDeliveries } from './delivery/outbox'
import { shareAviso } from './delivery/routing'
import {
  claimHecho,
  claimHechos,
  createAviso,
  growAviso,
  holdGrupo,
  listPersonas,
  listWebhookSubscribers,
  notifyWindows,
  readZona,
  saveHecho,
  saveRouting,
} from './repo-aviso'

export type Hecho = AvisoDicho & {
  empresa: number
  /** Name of the fact, unique in its company: `causa:12:abre`. A name is reported only once. */
  clave: string
  /** Path of the application to the screen that deals with it. */
  enlace: string
  /** Path for a notice with several facts; default: the path of the last one. */
  enlaceJunto?: string
  /** Default: that of its kind. */
  gravedad?: Gravedad
  /** Locations and families concerned; empty: everybody of the company. */
  lugares?: readonly number[]
  familias?: readonly string[]
  /** Ids of users who are not notified. */
  menos?: readonly number[]
  /** Ids of the only users who are notified, those of a partner too; no webhook is. */
  solo?: readonly number[]
  /** Key of the facts that may share a notice, such as a place; default: the whole company. */
  grupo?: string
}

const juntaMin = (tipo: TipoAviso): number | undefined => AVISOS[tipo].juntaMin
const gravedadOf = (h: Hecho) => h.gravedad ?? AVISOS[h.tipo].gravedad
/** Group key of the facts that share a notice; null: a notice of its own. */
const groupOf = (h: Hecho) =>
  juntaMin(h.tipo) === undefined ? null : `${h.tipo} ${gravedadOf(h)} ${h.grupo ?? ''}`

/**
 * Notifies of a fact, in the transaction that creates it: notice, receivers and deliveries are committed with it, or not at all. A second
 * call with the same `clave` changes nothing.
 * @returns the id of the notice; null: it was reported before
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
  if (abierto)
    await growAviso(
      tx,
      aviso,
      joinDatos(h.tipo, abierto.datos as never, h.datos as never),
      h.enlaceJunto ?? h.enlace,
    )
  const routing = shareAviso(
    {
      tipo: h.tipo,
      gravedad,
      lugares: h.lugares ?? [],
      familias: h.familias ?? [],
      menos: h.menos ?? [],
      desde: abiertoHasta ?? now,
    },
    await listPersonas(tx, h.empresa, h.solo),
    h.solo === undefined ? await listWebhookSubscribers(tx, h.empresa) : [],
    zona,
  )
  await saveHecho(tx, h.empresa, h.clave, aviso)
  await saveRouting(tx, h.empresa, aviso, routing)
  const urgency = gravedad === 'grave' ? 'grave' : 'normal'
  await queueDeliveries(tx, urgency, routing.entregas, String(aviso), now)
  await notifyWindows(tx, h.empresa)
  return aviso
}

/** Those of these facts that were not reported before. The caller reports them in the same transaction, many of them in one notice. */
export async function takeNew<H extends Pick<Hecho, 'empresa' | 'clave'>>(
  tx: Db,
  hechos: readonly H[],
): Promise<H[]> {
  const idOf = ({ empresa, clave }: Pick<Hecho, 'empresa' | 'clave'>) => `${empresa} ${clave}`
  const taken = new Set((await claimHechos(tx, hechos)).map(idOf))
  return hechos.filter((h) => taken.has(idOf(h)))
}

/**
 * Notifies of several facts in one transaction, sorted by group. All transactions lock groups in the same order: two transactions with two
 * groups each could deadlock otherwise.
 */
export async function notifyAll(tx: Db, hechos: readonly Hecho[], now = new Date()): Promise<void> {
  const porGrupo = hechos
    .map((h) => ({ h, orden: `${h.empresa} ${groupOf(h) ?? ''}` }))
    .sort((a, b) => (a.orden < b.orden ? -1 : Number(a.orden > b.orden)))
  for (const { h } of porGrupo) await notify(tx, h, now)
}
