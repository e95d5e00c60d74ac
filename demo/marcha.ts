import { createAzar, mixSemillas } from './azar'
import { createFlujo, type Viaje } from './fisica/flujo'
import type { Camino } from './fisica/movil'
import type { Punto } from './fisica/radio'
import { CONTENEDORES, type ContenedorDemo } from './planta'
import { lectoresDe, pasosDe, reglasDe } from './recorrido'
import { pathOf, spotAround } from './terreno'

/** Days of movements before the database was seeded: the history, and some before it so that it begins in full swing. */
export const DIAS = 90
const DIAS_ANTES = 100
const DIA = 86_400_000
const SEMILLA = 20014
const POR_CARRETILLA = 4
/** Share of containers that are dropped on a way, by what carries them. */
const CAIDAS = { carretilla: 0.015, camion: 0.006 }

/** When the movements begin that a database seeded at `siembra` (Unix ms) shows. */
export const beginOf = (siembra: number) => siembra - DIAS_ANTES * DIA
export const siembraOf = (inicio: number) => inicio + DIAS_ANTES * DIA

/** One container's ride, as everybody else needs it. Readers are indices in LECTORES, times Unix ms. */
export type Traslado = {
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
  const pasos = pasosDe(empresa)
  const flujo = createFlujo(reglasDe(empresa), contenedores.length, SEMILLA + empresa, desde)
  const lectores = pasos.map((lugar) => lectoresDe(empresa, lugar))

  const salidas = flujo.inicio.map((paso, i): Salida => {
    const contenedor = contenedores[i] as ContenedorDemo
    const azar = createAzar(contenedor.semilla)
    const lector = azar.pick(lectores[paso] as readonly number[])
    return { contenedor, lugar: pasos[paso] as string, lector, semilla: contenedor.semilla }
  })
  /** Of each container: the ways that it has gone, and the last one. */
  const cuantos = salidas.map(() => 0)
  const ultimos: (Viaje | undefined)[] = []

  /** Where a container is put down at the end of a way. */
  function endOf(v: Viaje, i: number): { lector: number; p: Punto } {
    const grupo = Math.floor(v.contenedores.indexOf(i) / POR_CARRETILLA)
    const azar = createAzar(mixSemillas(v.sale, v.de, v.a, grupo))
    const lector = azar.pick(lectores[v.a] as readonly number[])
    return { lector, p: spotAround(lector, mixSemillas(v.sale, grupo, v.a)) }
  }

  function note(v: Viaje, i: number): void {
    cuantos[i] = (cuantos[i] as number) + 1
    ultimos[i] = v
  }

  function carry(v: Viaje, i: number, antes = ultimos[i]): Traslado {
    const { contenedor, lector: primero, semilla } = salidas[i] as Salida
    const { lector, p } = endOf(v, i)
    const de = antes ? endOf(antes, i).p : spotAround(primero, semilla)
    const azar = createAzar(mixSemillas(contenedor.semilla, v.sale))
    const cae = azar.chance(CAIDAS[v.vehiculo])
    return {
      contenedor,
      camino: { puntos: pathOf(empresa, de, p), sale: v.sale, llega: v.llega },
      lugar: pasos[v.a] as string,
      lector,
      viaje: cuantos[i] as number,
      // Most fall as they are set down.
      caida: cae ? { t: v.llega - azar.between(0, 20_000), g: azar.between(6, 15) } : null,
    }
  }

  let siguiente = flujo.viajes.next()
  return {
    salidas,
    /** When the next lot leaves. */
    sale: () => (siguiente.done ? Number.POSITIVE_INFINITY : siguiente.value.sale),
    next(): Traslado[] {
      if (siguiente.done) return []
      const v = siguiente.value
      const lote = v.contenedores.map((i) => {
        const traslado = carry(v, i)
        note(v, i)
        return traslado
      })
      siguiente = flujo.viajes.next()
      return lote
    },
    /** Go on to `hasta`; returns everybody's last way. */
    skip(hasta: number): Traslado[] {
      const previos: (Viaje | undefined)[] = []
      for (; !siguiente.done && siguiente.value.sale <= hasta; siguiente = flujo.viajes.next())
        for (const i of siguiente.value.contenedores) {
          previos[i] = ultimos[i]
          note(siguiente.value, i)
        }
      return ultimos.flatMap((v, i) => (v ? [carry(v, i, previos[i])] : []))
    },
  }
}

/**
 * The movements of the whole demonstration, for ever: history and life follow the same ones. Each lot comes at once, in the
 * order in which they leave.
 * @param siembra when its database was seeded, Unix ms
 */
export function createMarcha(siembra: number) {
  const desde = beginOf(siembra)
  const empresas = [...new Set(CONTENEDORES.map((c) => c.empresa))].map((e) => createEmpresa(e, desde))

  return {
    salidas: empresas.flatMap((e) => e.salidas),
    /** The next lot that leaves up to `hasta`, null: none. */
    next(hasta: number): Traslado[] | null {
      const primera = empresas.reduce((a, b) => (b.sale() < a.sale() ? b : a))
      return primera.sale() <= hasta ? primera.next() : null
    },
    /** Pass over everything up to `hasta`: everybody's last way. */
    skip: (hasta: number): Traslado[] => empresas.flatMap((e) => e.skip(hasta)),
  }
}
