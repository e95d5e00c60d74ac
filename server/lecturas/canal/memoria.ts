import type { Creencia } from '../lugar/creencia'
import type { Lectores } from '../lugar/lectores'
import type { Atrasos } from '../reglas/atrasos'
import type { Sitio } from '../reglas/estancia'
import type { Impacto, Muestra, Rastro } from '../reglas/rastro'
import type { Relojes } from '../reglas/relojes'
import type { Sensor } from '../reglas/sensor'
import { packTardias, type TardiasGuardadas, unpackTardias } from '../reglas/tardias'

/** Of what is handed over. */
export const VERSION = 5

type Pesado = NonNullable<Creencia['pesado']>

/** What is known of a device beyond its row and its belief, for the process that goes on with it: the last samples, the impact. */
export type MemoriaBreve = {
  v: number
  /** Of which state of the device this is, Unix ms. */
  ultimo: number | null
  sitio: Sitio
  porJuzgar: number | null
  /** What came late, and from when on stays are to be mended by it, Unix ms; null: by no more than there is. */
  tardias: { cuando: number | null; que: TardiasGuardadas } | null
  creencia: Pick<Creencia, 'corteAnterior' | 'rival'> & { pesado: Pesado | null }
  sensor: Sensor
  accel: Rastro['accel']
  tiempos: [number, number][]
  recientes: Muestra[]
  impacto: Impacto | null
  evento: Rastro['evento']
}

/** JSON knows no infinity: what was never heard, and what has no end. */
const noEnd = (n: number | undefined) => (n !== undefined && Number.isFinite(n) ? n : null)

export const memoriaDe = (r: Rastro): MemoriaBreve => ({
  v: VERSION,
  ultimo: r.ultimo,
  sitio: r.sitio,
  porJuzgar: r.porJuzgar,
  tardias: r.remiendo && { cuando: noEnd(r.remiendo.cuando), que: packTardias(r.remiendo.tardias) },
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
const MARGEN_MS = 1

/** Load what another process handed over. That of another program version is ignored, and one from before the present state. */
export function recall(r: Rastro, m: MemoriaBreve | null): void {
  if (m?.v !== VERSION || Math.abs((m.ultimo ?? 0) - (r.ultimo ?? 0)) > MARGEN_MS) return
  r.sitio = m.sitio
  r.porJuzgar = m.porJuzgar
  r.remiendo = m.tardias && {
    cuando: m.tardias.cuando ?? Number.POSITIVE_INFINITY,
    tardias: unpackTardias(m.tardias.que),
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
export type Viva = { lectores: Lectores; relojes: Relojes; atrasos: Atrasos }

/** The same, by the ids of readers. */
export type MemoriaDePlanta = {
  v: number
  lectores: [
    id: number,
    frontera: number | null,
    pausa: number,
    desvio: number,
    tags: number[],
    sabe: number | null,
    calloDesde?: number | null,
    calloHasta?: number | null,
  ][]
  relojes: [id: number, cubo: number, maximo: number, previo: number | null, n: number][]
  atrasos: [id: number, reloj: number, tardeDesde: number | null][]
}

export const memoriaDePlanta = ({ lectores: l, relojes, atrasos }: Viva): MemoriaDePlanta => ({
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
  atrasos: [...atrasos].map(([id, a]) => [id, a.reloj, a.tardeDesde]),
})

/** Fill in a plant of which nothing was heard yet. */
export function recallPlanta({ lectores: l, relojes, atrasos }: Viva, m: MemoriaDePlanta): void {
  if (m.v !== VERSION || l.ids.length) return
  for (const [n, fila] of m.lectores.entries()) {
    const [id, frontera, pausa, desvio, tags, sabe, calloDesde, calloHasta] = fila
    l.ids.push(id)
    l.numeros.set(id, n)
    l.frontera.push(frontera ?? Number.NEGATIVE_INFINITY)
    l.pausa.push(pausa)
    l.desvio.push(desvio)
    l.tags.push(tags)
    l.sabe.push(sabe ?? Number.POSITIVE_INFINITY)
    l.calloDesde.push(calloDesde ?? Number.NEGATIVE_INFINITY)
    l.calloHasta.push(calloHasta ?? Number.NEGATIVE_INFINITY)
  }
  for (const [id, cubo, maximo, previo, n] of m.relojes)
    relojes.set(id, { cubo, maximo, previo: previo ?? Number.NEGATIVE_INFINITY, n })
  for (const [id, reloj, tardeDesde] of m.atrasos) atrasos.set(id, { reloj, tardeDesde })
}
