import type { Belief, Weighing } from '../../engine/belief'
import type { Lectores } from '../../engine/lectores'
import type { Clocks, ReaderLags } from '../../rules/clocks'
import type { DeviceState, Impacto, Sample } from '../../rules/device-state'
import type { ReportedPlace } from '../../rules/estancia'
import { packLateReadings, type StoredLateReadings, unpackLateReadings } from '../../rules/late-readings'
import type { Sensor } from '../../rules/sensor'

/** Version of what is handed over. */
export const VERSION = 5

/** State of a device beyond its row and its belief, such as the last samples and the impact, for the next process. */
export type BriefSnapshot = {
  v: number
  /** `ultimo` of the device state that this belongs to, Unix ms. */
  ultimo: number | null
  sitio: ReportedPlace
  porJuzgar: number | null
  /** Late readings. `cuando`: when the past is to be judged again, Unix ms; null: not because of these. */
  tardias: { cuando: number | null; que: StoredLateReadings } | null
  creencia: Pick<Belief, 'corteAnterior' | 'rival'> & { pesado: Weighing | null }
  sensor: Sensor
  accel: DeviceState['accel']
  tiempos: [number, number][]
  recientes: Sample[]
  impacto: Impacto | null
  evento: DeviceState['evento']
}

/** JSON has no infinity: null stands for it. */
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

/** Times pass through the database, which rounds fractions of ms otherwise. */
const MARGIN_MS = 1

/** Take over what another process handed over. It is ignored if it is of another program version, or older than the present state. */
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

/** Liveness and clocks of the readers of a company. Nothing else in the database holds them. */
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

/** Fill in a plant that has heard nothing yet. */
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
