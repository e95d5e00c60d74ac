import { createFlujo, type Viaje } from '../fisica/flujo'
import type { Camino } from '../fisica/movil'
import type { Point } from '../fisica/radio'
import { createRandom, mixSemillas } from '../random'
import { CONTENEDORES, type ContenedorDemo } from './planta'
import { lectoresOf, pasosOf, rulesOf } from './recorrido'
import { pathOf, spotAround } from './terreno'

/** Days of movements before the database was seeded: the history, and a run-in before it. */
export const DAYS = 90
const DAYS_BEFORE = 100
const DAY = 86_400_000
const SEED = 20014
const POR_CARRETILLA = 4
/** Share of containers that are dropped on a trip, by vehicle. */
const CAIDAS = { carretilla: 0.015, camion: 0.006 }

/** When the movements begin for a database seeded at `siembra` (Unix ms). */
export const beginOf = (siembra: number) => siembra - DAYS_BEFORE * DAY
export const siembraOf = (inicio: number) => inicio + DAYS_BEFORE * DAY

/** The ride of one container. Readers are indices in LECTORES, times Unix ms. */
export type Ride = {
  contenedor: ContenedorDemo
  camino: Camino
  /** Place where it is put down. */
  lugar: string
  lector: number
  /** Number of earlier trips. */
  viaje: number
  /** A fall: its time, and its peak in g. */
  caida: { t: number; g: number } | null
}

/** The place of a container when the movements begin. */
export type Salida = { contenedor: ContenedorDemo; lugar: string; lector: number; semilla: number }

function createEmpresa(empresa: number, desde: number) {
  const contenedores = CONTENEDORES.filter((c) => c.empresa === empresa)
  const pasos = pasosOf(empresa)
  const flujo = createFlujo(rulesOf(empresa), contenedores.length, SEED + empresa, desde)
  const lectores = pasos.map((place) => lectoresOf(empresa, place))

  const salidas = flujo.inicio.map((paso, i): Salida => {
    const contenedor = contenedores[i] as ContenedorDemo
    const random = createRandom(contenedor.semilla)
    const lector = random.pick(lectores[paso] as readonly number[])
    return { contenedor, lugar: pasos[paso] as string, lector, semilla: contenedor.semilla }
  })
  /** For each container: number of trips, and the last trip. */
  const cuantos = salidas.map(() => 0)
  const ultimos: (Viaje | undefined)[] = []

  /** The spot where a container is put down at the end of a trip. */
  function endOf(v: Viaje, i: number): { lector: number; p: Point } {
    const group = Math.floor(v.contenedores.indexOf(i) / POR_CARRETILLA)
    const random = createRandom(mixSemillas(v.sale, v.de, v.a, group))
    const lector = random.pick(lectores[v.a] as readonly number[])
    return { lector, p: spotAround(lector, mixSemillas(v.sale, group, v.a)) }
  }

  function note(v: Viaje, i: number): void {
    cuantos[i] = (cuantos[i] as number) + 1
    ultimos[i] = v
  }

  function carry(v: Viaje, i: number, before = ultimos[i]): Ride {
    const { contenedor, lector: first, semilla } = salidas[i] as Salida
    const { lector, p } = endOf(v, i)
    const de = before ? endOf(before, i).p : spotAround(first, semilla)
    const random = createRandom(mixSemillas(contenedor.semilla, v.sale))
    const cae = random.chance(CAIDAS[v.vehiculo])
    return {
      contenedor,
      camino: { puntos: pathOf(empresa, de, p), sale: v.sale, llega: v.llega },
      lugar: pasos[v.a] as string,
      lector,
      viaje: cuantos[i] as number,
      // Most falls happen while it is set down.
      caida: cae ? { t: v.llega - random.between(0, 20_000), g: random.between(6, 15) } : null,
    }
  }

  let next = flujo.viajes.next()
  return {
    salidas,
    /** When the next lot leaves. */
    sale: () => (next.done ? Number.POSITIVE_INFINITY : next.value.sale),
    next(): Ride[] {
      if (next.done) return []
      const v = next.value
      const lote = v.contenedores.map((i) => {
        const ride = carry(v, i)
        note(v, i)
        return ride
      })
      next = flujo.viajes.next()
      return lote
    },
    /** Advances to `hasta`; returns the last trip of each container. */
    skip(hasta: number): Ride[] {
      const previous: (Viaje | undefined)[] = []
      for (; !next.done && next.value.sale <= hasta; next = flujo.viajes.next())
        for (const i of next.value.contenedores) {
          previous[i] = ultimos[i]
          note(next.value, i)
        }
      return ultimos.flatMap((v, i) => (v ? [carry(v, i, previous[i])] : []))
    },
  }
}

/**
 * The movements of the whole demonstration, endlessly: history and simulator use the same ones. Each lot is returned at once, in order of
 * departure.
 * @param siembra when the database was seeded, Unix ms
 */
export function createMovementPlan(siembra: number) {
  const desde = beginOf(siembra)
  const empresas = [...new Set(CONTENEDORES.map((c) => c.empresa))].map((e) => createEmpresa(e, desde))

  return {
    salidas: empresas.flatMap((e) => e.salidas),
    /** The next lot that leaves up to `hasta`; null: none. */
    next(hasta: number): Ride[] | null {
      const primera = empresas.reduce((a, b) => (b.sale() < a.sale() ? b : a))
      return primera.sale() <= hasta ? primera.next() : null
    },
    /** Skips everything up to `hasta`: returns the last trip of each container. */
    skip: (hasta: number): Ride[] => empresas.flatMap((e) => e.skip(hasta)),
  }
}
