import { createAzar, mixSemillas } from '../demo/azar'
import type { Eco, Punto } from '../demo/fisica/radio'
import type { Planta } from './nave'

const HORA_S = 3600
const SORDO_DB = 14
const UMBRAL = -95
/** Most gateways send within seconds, some gather for minutes. */
const TANDA_S = [1, 20] as const
const LENTA_S = [60, 300] as const
const PARTE_LENTA = 0.15

/** How many readers fail, of each kind. */
export type Cuantas = { apagones: number; sordos: number; movidos: number }
export type Averia = { clase: 'apagon' | 'sordo' | 'movido'; lector: string; desde: number; hasta: number }

/**
 * What goes wrong with the readers of a recording, and when they send what they heard. A reader is dead for an hour, deaf from
 * some time on, or moved to another zone without anybody saying so. Times are seconds since the recording began.
 * @param segundos length of the recording
 */
export function createAverias(planta: Planta, semilla: number, segundos: number, cuantas: Cuantas) {
  const azar = createAzar(mixSemillas(semilla, 8))
  const orden = planta.lectores.map((_, i) => i).sort(() => azar.next() - 0.5)
  const lista: Averia[] = []
  const porLector = new Map<number, Averia>()
  const puntos: Punto[] = planta.lectores.map((l) => l.p)
  /** A reader that moves is heard from two points: readers behind the last one are others' second ones. */
  const segundoDe = new Map<number, number>()

  function fail(clase: Averia['clase'], n: number): void {
    for (let i = 0; i < n && orden.length; i++) {
      const lector = orden.pop() as number
      const desde = Math.round(segundos * azar.between(0.15, 0.7))
      const hasta = clase === 'apagon' ? desde + HORA_S : Math.round(segundos)
      const averia = { clase, lector: planta.lectores[lector]?.nombre as string, desde, hasta }
      porLector.set(lector, averia)
      lista.push(averia)
      if (clase !== 'movido') continue
      segundoDe.set(puntos.length, lector)
      puntos.push(planta.spotOf(azar.int(0, planta.zonas.length - 1), azar))
    }
  }
  fail('apagon', cuantas.apagones)
  fail('sordo', cuantas.sordos)
  fail('movido', cuantas.movidos)
  const tandas = planta.lectores.map(() => {
    const cada = azar.chance(PARTE_LENTA) ? azar.between(...LENTA_S) : azar.between(...TANDA_S)
    return { cada, fase: azar.between(0, cada) }
  })

  return {
    lista: lista as readonly Averia[],
    /** Where readers are heard from: the readers of the plant, and behind them the new places of those that are moved. */
    puntos: puntos as readonly Punto[],
    /** What of a hearing is sent, by whom; null: nothing. */
    pass({ lector, rssi }: Eco, t: number): Eco | null {
      const dueno = segundoDe.get(lector)
      const averia = porLector.get(dueno ?? lector)
      const ahora = averia !== undefined && t >= averia.desde && t < averia.hasta
      if (dueno !== undefined) return ahora ? { lector: dueno, rssi } : null
      if (!ahora) return { lector, rssi }
      return averia.clase === 'sordo' && rssi - SORDO_DB > UMBRAL ? { lector, rssi: rssi - SORDO_DB } : null
    },
    /** When the batch with a hearing of `t` reaches the product. */
    arrivalOf(lector: number, t: number): number {
      const { cada, fase } = tandas[lector] as (typeof tandas)[number]
      return Math.ceil((t + fase) / cada) * cada - fase
    },
  }
}

export type Averias = ReturnType<typeof createAverias>
