import type { Eco, Point } from '../../demo/fisica/radio'
import { createRandom, mixSemillas } from '../../demo/random'
import type { Planta } from './nave'

const HOUR_S = 3600
const SORDO_DB = 14
const UMBRAL = -95
/** Most gateways send batches of seconds, some of minutes. */
const BATCH_S = [1, 20] as const
const LENTA_S = [60, 300] as const
const PARTE_LENTA = 0.15

/** Number of reader faults of each kind. */
export type Cuantas = { apagones: number; sordos: number; movidos: number }
export type Averia = { clase: 'apagon' | 'sordo' | 'movido'; lector: string; desde: number; hasta: number }

/**
 * Faults of the readers of a recording, and the times at which they send. A reader is dead for an hour, deaf from some time on, or moved to
 * another zone without notice. Times are seconds since the recording began.
 * @param seconds length of the recording
 */
export function createAverias(planta: Planta, seed: number, seconds: number, cuantas: Cuantas) {
  const random = createRandom(mixSemillas(seed, 8))
  const order = planta.lectores.map((_, i) => i).sort(() => random.next() - 0.5)
  const list: Averia[] = []
  const porLector = new Map<number, Averia>()
  const puntos: Point[] = planta.lectores.map((l) => l.p)
  /** A moved reader hears from two points: indexes beyond the last reader are the second points of moved ones. */
  const secondOf = new Map<number, number>()

  function fail(clase: Averia['clase'], n: number): void {
    for (let i = 0; i < n && order.length; i++) {
      const lector = order.pop() as number
      const desde = Math.round(seconds * random.between(0.15, 0.7))
      const hasta = clase === 'apagon' ? desde + HOUR_S : Math.round(seconds)
      const averia = { clase, lector: planta.lectores[lector]?.nombre as string, desde, hasta }
      porLector.set(lector, averia)
      list.push(averia)
      if (clase !== 'movido') continue
      secondOf.set(puntos.length, lector)
      puntos.push(planta.spotOf(random.int(0, planta.zonas.length - 1), random))
    }
  }
  fail('apagon', cuantas.apagones)
  fail('sordo', cuantas.sordos)
  fail('movido', cuantas.movidos)
  const batches = planta.lectores.map(() => {
    const cada = random.chance(PARTE_LENTA) ? random.between(...LENTA_S) : random.between(...BATCH_S)
    return { cada, fase: random.between(0, cada) }
  })

  return {
    lista: list as readonly Averia[],
    /** Points that hear: the readers of the plant, followed by the new places of the moved ones. */
    puntos: puntos as readonly Point[],
    /** What is sent of a reading, and by which reader; null: nothing. */
    pass({ lector, rssi }: Eco, t: number): Eco | null {
      const dueno = secondOf.get(lector)
      const averia = porLector.get(dueno ?? lector)
      const now = averia !== undefined && t >= averia.desde && t < averia.hasta
      if (dueno !== undefined) return now ? { lector: dueno, rssi } : null
      if (!now) return { lector, rssi }
      return averia.clase === 'sordo' && rssi - SORDO_DB > UMBRAL ? { lector, rssi: rssi - SORDO_DB } : null
    },
    /** When the batch with a reading of time `t` reaches the product. */
    arrivalOf(lector: number, t: number): number {
      const { cada, fase } = batches[lector] as (typeof batches)[number]
      return Math.ceil((t + fase) / cada) * cada - fase
    },
  }
}

export type Averias = ReturnType<typeof createAverias>
