import type { Ajustes } from '#contract/parque/ajustes/values'
import type { Belief } from '../engine/belief'
import { afterTimeBin, endOfTimeBin, type TimeBins, timeBinsOf } from '../engine/time-bins'
import { createDeviceState, type DeviceState, type Observation } from './device-state'
import { createReportedPlace, type ReportedPlace } from './estancia'
import { decidePlace } from './estimate'
import { createLateReadings, type LateReadings, MAX_LATE_S, noteLate, toTimeBins } from './late-readings'
import type { PlaceContext } from './place-context'

/** Late readings that arrive within this time are judged together. */
const ESPERA_MS = 3000
/** Late readings are forgotten this long after the last one: a gateway that was cut off has then sent what it kept. */
const OLVIDO_MS = 120_000
/** How many cells a judgement looks back. */
const LOOKBACK_BINS = 60

/** Whether the past of a tag is to be judged before its present: late readings are already part of what the engine knows. */
export const isPendiente = (r: DeviceState): boolean =>
  r.remiendo !== null && Number.isFinite(r.remiendo.cuando)

/** Note a hearing before the engine does: a late one corrects what was reported for that time. */
export function noteLlegada(
  r: DeviceState,
  v: PlaceContext,
  o: Observation,
  mueve: boolean | undefined,
): void {
  const { heard, recibido } = o
  const s = Math.floor(heard / 1000)
  if (o.tardia && recibido - heard <= MAX_LATE_S * 1000) {
    r.remiendo ??= {
      cuando: Number.POSITIVE_INFINITY,
      lateReadings: createLateReadings(r.creencia.celdas, v.lectores, s),
    }
    r.remiendo.cuando = Math.min(r.remiendo.cuando, recibido + ESPERA_MS)
    const { lateReadings } = r.remiendo
    lateReadings.desde = Math.min(lateReadings.desde, s)
    lateReadings.ultima = recibido
    lateReadings.lectores.add(o.lector)
  }
  if (r.remiendo) noteLate(r.remiendo.lateReadings, s, o.lector, o.lectura.rssi, mueve)
}

/** Called when the past was judged again. What was heard is kept for a while, as more late readings may come. */
export function endReprocessing(r: DeviceState, now: number): void {
  if (!r.remiendo) return
  if (now - r.remiendo.lateReadings.ultima > OLVIDO_MS) r.remiendo = null
  else r.remiendo.cuando = Number.POSITIVE_INFINITY
}

/** Whether to judge the past of the tag again now, or to forget its late readings. */
export const isDueForReprocessing = (r: DeviceState, now: number): boolean =>
  r.remiendo !== null && (r.remiendo.cuando <= now || now - r.remiendo.lateReadings.ultima > OLVIDO_MS)

/** A stay as it is stored; times are Unix ms. */
export type ReprocessedStay = {
  lugar: number
  lector: number
  ajeno: boolean
  desde: number
  hasta: number
  silencio: boolean
  /** Certainty of the place at the end of the stay, 0 to 1; null: not known. */
  certeza: number | null
}

const closed = (
  s: ReportedPlace,
  hasta: number,
  { silencio, certeza }: Pick<ReprocessedStay, 'silencio' | 'certeza'>,
): ReprocessedStay[] =>
  s.lugar === null || s.lector === null
    ? []
    : [{ lugar: s.lugar, lector: s.lector, ajeno: s.ajeno, desde: s.desde, hasta, silencio, certeza }]

/** A stored stay as the present one, to be continued by the readings that follow it. */
export const resume = (e: ReprocessedStay, hasta: number): ReportedPlace => ({
  ...createReportedPlace(),
  lugar: e.lugar,
  lector: e.lector,
  ajeno: e.ajeno,
  desde: e.desde,
  oido: Math.min(e.hasta, hasta),
  quieto: Math.min(e.hasta, hasta),
})

/** A moment, Unix ms, and where the container stood then. */
type Start = { desde: number; sitio: ReportedPlace }

/**
 * Judge again what was heard from a moment on, cell by cell, as it would have been reported if all readings had come in order.
 * @returns the stays that ended, and the present one
 */
export function replay(
  r: DeviceState,
  c: TimeBins,
  { desde, sitio: inicial }: Start,
  v: PlaceContext,
  a: Ajustes,
): { estadas: ReprocessedStay[]; sitio: ReportedPlace; creencia: Belief; certeza: number | null } {
  const otro = createDeviceState(r.dispositivo, r.empresa, r.tag)
  otro.sitio = { ...inicial }
  otro.creencia.lugar = inicial.lugar
  otro.creencia.desde = Math.floor(inicial.desde / 1000)
  otro.creencia.decidido = inicial.lugar !== null
  // What was heard before that stay belongs to another spot.
  if (inicial.lugar !== null) otro.creencia.corte = otro.creencia.desde
  const reprocessedStays: ReprocessedStay[] = []
  const indexes: number[] = []
  for (let i = 0; i < c.usado; i = afterTimeBin(c.palabras, i)) {
    indexes.push(i)
    const s = c.palabras[i] as number
    if (endOfTimeBin(c.palabras, i) * 1000 <= desde) continue
    const first = indexes[Math.max(0, indexes.length - LOOKBACK_BINS)] as number
    const fin = afterTimeBin(c.palabras, i)
    otro.creencia.celdas = timeBinsOf(c.palabras.slice(first, fin), fin - first)
    otro.ultimo = Math.max(s * 1000, desde)
    const before = { ...otro.sitio }
    const { certeza } = otro
    decidePlace(otro, v, otro.ultimo, a)
    const { sitio: reportedPlace } = otro
    if (reportedPlace.desde === before.desde && reportedPlace.lugar === before.lugar) continue
    const vuelve = reprocessedStays.findIndex((e) => e.desde === reportedPlace.desde)
    const paso = closed(before, reportedPlace.previaHasta ?? before.oido, {
      silencio: reportedPlace.previaSilencio,
      certeza,
    })
    if (vuelve >= 0) reprocessedStays.splice(vuelve)
    else reprocessedStays.push(...paso.filter((e) => e.hasta - e.desde >= a.segundosEstancia * 1000))
  }
  return { estadas: reprocessedStays, sitio: otro.sitio, creencia: otro.creencia, certeza: otro.certeza }
}

/** The present stay, as one that ended when the container was last heard. */
export const endReportedPlace = (
  s: ReportedPlace,
  how: Pick<ReprocessedStay, 'silencio' | 'certeza'>,
  a: Ajustes,
): ReprocessedStay[] => closed(s, s.oido, how).filter((e) => e.hasta - e.desde >= a.segundosEstancia * 1000)

/** `quitar`: stays to delete, by when they began. `poner`: stays to write. `sitio`: the present stay; null: it does not change. */
export type Remendado = { quitar: number[]; poner: ReprocessedStay[]; sitio: ReportedPlace | null }

/** Stays whose times differ by no more than this are the same. */
const IGUAL_MS = 20_000

const isIgual = (a: ReprocessedStay, b: ReprocessedStay) =>
  a.lugar === b.lugar &&
  a.silencio === b.silencio &&
  Math.abs(a.desde - b.desde) <= IGUAL_MS &&
  Math.abs(a.hasta - b.hasta) <= IGUAL_MS

/**
 * Stays from late readings that are older than the engine's memory. They only fill times in which the container's place was not known.
 * @param before known stays, up to `hasta`, Unix ms
 */
function fillGaps(
  r: DeviceState,
  t: LateReadings,
  { before, hasta }: { before: readonly ReprocessedStay[]; hasta: number },
  v: PlaceContext,
  a: Ajustes,
): ReprocessedStay[] {
  const nuevas: ReprocessedStay[] = []
  const order = [...before].sort((x, y) => x.desde - y.desde)
  for (let k = 0; k <= order.length; k++) {
    const desde = Math.max(order[k - 1]?.hasta ?? 0, t.desde * 1000 - 1)
    const fin = Math.min(order[k]?.desde ?? hasta, hasta)
    const c = toTimeBins(t, v.lectores, (s) => s * 1000 > desde && s * 1000 < fin)
    if (!c.usado) continue
    const {
      estadas: reprocessedStays,
      sitio: reportedPlace,
      certeza,
    } = replay(r, c, { desde: (c.palabras[0] as number) * 1000, sitio: createReportedPlace() }, v, a)
    nuevas.push(
      ...reprocessedStays,
      ...endReportedPlace(
        reportedPlace,
        { silencio: fin - reportedPlace.oido > a.minutosSalida * 60_000, certeza },
        a,
      ),
    )
  }
  return nuevas
}

/**
 * The corrected past of a tag; null: it is as reported.
 * @param rows its ended stays that touch the time in question or come shortly before
 */
export function mend(
  r: DeviceState,
  rows: readonly ReprocessedStay[],
  v: PlaceContext,
  a: Ajustes,
): Remendado | null {
  const { sitio: reportedPlace } = r
  if (!r.remiendo || reportedPlace.lugar === null || reportedPlace.lector === null) return null
  const { lateReadings: t } = r.remiendo
  const salida = a.minutosSalida * 60_000
  const presente = closed(reportedPlace, reportedPlace.oido, { silencio: false, certeza: r.certeza })
  const desde = Math.max(t.desde, Number.isFinite(t.vivas) ? t.vivas : t.desde) * 1000
  const gaps = fillGaps(r, t, { before: [...rows, ...presente], hasta: desde }, v, a)
  const priors = [...rows, ...presente, ...gaps]
    .filter((e) => e.desde <= desde)
    .sort((x, y) => x.desde - y.desde)
  const last = priors.at(-1)
  const c = toTimeBins(t, v.lectores, (s) => s * 1000 >= Math.min(desde, t.vivas * 1000))
  const sitio = last ? resume(last, desde) : createReportedPlace()
  const replayed = replay(r, c, { desde, sitio }, v, a)
  const sigue = replayed.sitio.lugar === reportedPlace.lugar
  const limit = reportedPlace.desde
  const hechas = sigue
    ? replayed.estadas
    : [
        ...replayed.estadas,
        ...endReportedPlace(replayed.sitio, { silencio: false, certeza: replayed.certeza }, a),
      ].flatMap((e) => (e.desde < limit ? [{ ...e, hasta: Math.min(e.hasta, limit) }] : []))
  // A stay ended by silence, and the gap after it is filled now: the silence was shorter.
  const anteriores = priors.slice(0, -1).map((e, i) => {
    const { desde: despues } = priors[i + 1] as ReprocessedStay
    return gaps.includes(priors[i + 1] as ReprocessedStay)
      ? { ...e, silencio: despues - e.hasta > salida }
      : e
  })
  const cambiadas = anteriores.filter((e) => !rows.includes(e))
  const old = rows.filter((e) => e === last || e.desde > desde)
  const nuevo = sigue ? replayed.sitio : reportedPlace
  const quitar = cambiadas.map((e) => e.desde)
  const before = [...old, ...presente.filter((e) => e.desde > desde || e === last)]
  const now = [...hechas, ...closed(nuevo, nuevo.oido, { silencio: false, certeza: replayed.certeza })]
  if (!isOfLateReadings(before, now, t, v))
    return cambiadas.length ? { quitar, poner: cambiadas, sitio: null } : null
  // From here on the present is judged by the spot to which the corrected past has led.
  const { corte: changePoint, decidido, rival } = replayed.creencia
  Object.assign(r.creencia, { corte: changePoint, decidido: sigue && decidido, rival: sigue ? rival : null })
  return {
    quitar: [
      ...quitar,
      ...old.map((e) => e.desde),
      ...hechas.map((e) => e.desde),
      reportedPlace.desde,
      nuevo.desde,
    ],
    poner: [...cambiadas, ...hechas],
    sitio: sigue ? { ...nuevo, oido: Math.max(nuevo.oido, reportedPlace.oido) } : null,
  }
}

/**
 * Whether the past changes because of late readings: a stay at a place of their readers is new, gone, longer or shorter. Other stays may
 * differ too, only because coarser cells were judged: that is no change.
 */
function isOfLateReadings(
  before: readonly ReprocessedStay[],
  now: readonly ReprocessedStay[],
  t: LateReadings,
  v: PlaceContext,
): boolean {
  const suyos = new Set([...t.lectores].map((l) => v.lugarOf.get(l)))
  const deEllos = (list: readonly ReprocessedStay[]) => list.filter((e) => suyos.has(e.lugar))
  const [old, nuevas] = [deEllos(before), deEllos(now)]
  return old.length !== nuevas.length || old.some((e, i) => !isIgual(e, nuevas[i] as ReprocessedStay))
}
