import type { Belief } from '../../engine/belief'
import type { Lectores } from '../../engine/lectores'
import type { Clocks } from '../../rules/clocks'
import type { DeviceState, Impacto, Sample } from '../../rules/device-state'
import type { ReportedPlace } from '../../rules/estancia'
import { packLateReadings, type StoredLateReadings, unpackLateReadings } from '../../rules/late-readings'
import type { ReaderLags } from '../../rules/reader-lags'
import type { Sensor } from '../../rules/sensor'

/** Of what is handed over. */
export const VERSION = 5

type Pesado = NonNullable<Belief['pesado']>

/** What is known of a device beyond its row and its belief, for the process that goes on with it: the last samples, the impact. */
export type BriefSnapshot = {
  v: number
  /** Of which state of the device this is, Unix ms. */
  ultimo: number | null
  sitio: ReportedPlace
  porJuzgar: number | null
  /** What came late, and from when on stays are to be mended by it, Unix ms; null: by no more than there is. */
  tardias: { cuando: number | null; que: StoredLateReadings } | null
  creencia: Pick<Belief, 'corteAnterior' | 'rival'> & { pesado: Pesado | null }
  sensor: Sensor
  accel: DeviceState['accel']
  tiempos: [number, number][]
  recientes: Sample[]
  impacto: Impacto | null
  evento: DeviceState['evento']
}

/** JSON knows no infinity: what was never heard, and what has no end. */
const noEnd = (n: number | undefined) => (n !== undefined && Number.isFinite(n) ? n : null)

export const snapshotOf = (r: DeviceState): BriefSnapshot => ({
  v: VERSION,
  ultimo: r.ultimo,
  sitio: r.sitio,
  porJuzgar: r.porJuzgar,
  tardias: r.remiendo && {
    cuando: noEnd(r.remiendo.cuando),
    que: packLateReadings(r.remiendo.lateReadings),
  },
  creencia: {
    corteAnterior: r.creencia.corteAnterior,
    rival: r.creencia.rival,
    pesado: r.creencia.pesado && { ...r.creencia.pesado, tabla: null },
  },
  sensor: r.sensor,
  accel: r.accel,
  tiempos: [...r.tiempos],
  recientes: r.recientes,
  impacto: r.impacto,
  evento: r.evento,
})

/** Times pass through the database, which counts in other fractions. */
const MARGIN_MS = 1

/** Load what another process handed over. That of another program version is ignored, and one from before the present state. */
export function recall(r: DeviceState, m: BriefSnapshot | null): void {
  if (m?.v !== VERSION || Math.abs((m.ultimo ?? 0) - (r.ultimo ?? 0)) > MARGIN_MS) return
  r.sitio = m.sitio
  r.porJuzgar = m.porJuzgar
  r.remiendo = m.tardias && {
    cuando: m.tardias.cuando ?? Number.POSITIVE_INFINITY,
    lateReadings: unpackLateReadings(m.tardias.que),
  }
  Object.assign(r.creencia, m.creencia)
  r.sensor = m.sensor
  r.accel = m.accel
  r.tiempos = new Map(m.tiempos)
  r.recientes = m.recientes
  r.impacto = m.impacto
  r.evento = m.evento
}

/** How the readers of a company are doing, of which nothing else is in the database. */
export type Viva = { lectores: Lectores; relojes: Clocks; readerLags: ReaderLags }

/** The same, by the ids of readers. */
export type PlantSnapshot = {
  v: number
  lectores: [
    id: number,
    frontera: number | null,
    pausa: number,
    deviation: number,
    tags: number[],
    sabe: number | null,
    calloDesde?: number | null,
    calloHasta?: number | null,
  ][]
  relojes: [id: number, cubo: number, maximo: number, previous: number | null, n: number][]
  atrasos: [id: number, reloj: number, tardeDesde: number | null][]
}

export const plantSnapshot = ({ lectores: l, relojes, readerLags }: Viva): PlantSnapshot => ({
  v: VERSION,
  lectores: l.ids.map((id, n) => [
    id,
    noEnd(l.frontera[n]),
    l.pausa[n] as number,
    l.desvio[n] as number,
    (l.tags[n] ?? []) as number[],
    noEnd(l.sabe[n]),
    noEnd(l.calloDesde[n]),
    noEnd(l.calloHasta[n]),
  ]),
  relojes: [...relojes].map(([id, r]) => [id, r.cubo, r.maximo, noEnd(r.previo), r.n]),
  atrasos: [...readerLags].map(([id, a]) => [id, a.reloj, a.tardeDesde]),
})

/** Fill in a plant of which nothing was heard yet. */
export function recallPlanta({ lectores: l, relojes, readerLags }: Viva, m: PlantSnapshot): void {
  if (m.v !== VERSION || l.ids.length) return
  for (const [n, row] of m.lectores.entries()) {
    const [id, frontera, pausa, deviation, tags, sabe, calloDesde, calloHasta] = row
    l.ids.push(id)
    l.numeros.set(id, n)
    l.frontera.push(frontera ?? Number.NEGATIVE_INFINITY)
    l.pausa.push(pausa)
    l.desvio.push(deviation)
    l.tags.push(tags)
    l.sabe.push(sabe ?? Number.POSITIVE_INFINITY)
    l.calloDesde.push(calloDesde ?? Number.NEGATIVE_INFINITY)
    l.calloHasta.push(calloHasta ?? Number.NEGATIVE_INFINITY)
  }
  for (const [id, cubo, maximo, previous, n] of m.relojes)
    relojes.set(id, { cubo, maximo, previo: previous ?? Number.NEGATIVE_INFINITY, n })
  for (const [id, reloj, tardeDesde] of m.atrasos) readerLags.set(id, { reloj, tardeDesde })
}
