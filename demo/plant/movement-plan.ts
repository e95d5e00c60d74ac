import { createFlujo, type Viaje } from '../fisica/flujo'
import type { Camino } from '../fisica/movil'
import type { Point } from '../fisica/radio'
import { createRandom, mixSemillas } from '../random'
import { CONTENEDORES, type ContenedorDemo } from './planta'
import { lectoresOf, pasosOf, rulesOf } from './recorrido'
import { pathOf, spotAround } from './terreno'

/** Days of movements before the database was seeded: the history, and some before it so that it begins in full swing. */
export const DAYS = 90
const DAYS_BEFORE = 100
const DAY = 86_400_000
const SEED = 20014
const POR_CARRETILLA = 4
/** Share of containers that are dropped on a way, by what carries them. */
const CAIDAS = { carretilla: 0.015, camion: 0.006 }

/** When the movements begin that a database seeded at `siembra` (Unix ms) shows. */
export const beginOf = (siembra: number) => siembra - DAYS_BEFORE * DAY
export const siembraOf = (inicio: number) => inicio + DAYS_BEFORE * DAY

/** One container's ride, as everybody else needs it. Readers are indices in LECTORES, times Unix ms. */
export type FileMigration = {
  contenedor: ContenedorDemo
  camino: Camino
  /** Where it is put down. */
  lugar: string
  lector: number
  /** How many ways it has gone before. */
  viaje: number
  /** It falls: when, and how hard in g. */
  caida: { t: number; g: number } | null
}

/** Where a container stands when the movements begin. */
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
  /** Of each container: the ways that it has gone, and the last one. */
  const cuantos = salidas.map(() => 0)
  const ultimos: (Viaje | undefined)[] = []

  /** Where a container is put down at the end of a way. */
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

  function carry(v: Viaje, i: number, before = ultimos[i]): FileMigration {
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
      // Most fall as they are set down.
      caida: cae ? { t: v.llega - random.between(0, 20_000), g: random.between(6, 15) } : null,
    }
  }

  let next = flujo.viajes.next()
  return {
    salidas,
    /** When the next lot leaves. */
    sale: () => (next.done ? Number.POSITIVE_INFINITY : next.value.sale),
    next(): FileMigration[] {
      if (next.done) return []
      const v = next.value
      const lote = v.contenedores.map((i) => {
        const fileMigration = carry(v, i)
        note(v, i)
        return fileMigration
      })
      next = flujo.viajes.next()
      return lote
    },
    /** Go on to `hasta`; returns everybody's last way. */
    skip(hasta: number): FileMigration[] {
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
 * The movements of the whole demonstration, for ever: history and life follow the same ones. Each lot comes at once, in the
 * order in which they leave.
 * @param siembra when its database was seeded, Unix ms
 */
export function createMovementPlan(siembra: number) {
  const desde = beginOf(siembra)
  const empresas = [...new Set(CONTENEDORES.map((c) => c.empresa))].map((e) => createEmpresa(e, desde))

  return {
    salidas: empresas.flatMap((e) => e.salidas),
    /** The next lot that leaves up to `hasta`, null: none. */
    next(hasta: number): FileMigration[] | null {
      const primera = empresas.reduce((a, b) => (b.sale() < a.sale() ? b : a))
      return primera.sale() <= hasta ? primera.next() : null
    },
    /** Pass over everything up to `hasta`: everybody's last way. */
    skip: (hasta: number): FileMigration[] => empresas.flatMap((e) => e.skip(hasta)),
  }
}
