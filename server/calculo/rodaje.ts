import { adaptAlfa, bandOf, FUERA } from './banda'
import { type Caminos, crossingOf } from './caminos'
import { adaptSesgo, type Falta, firstUnder, fitFalta } from './falta'
import type { Historia } from './historia'
import { findAnalogos, fitModelo, METODOS, type Metodo, type Modelo, pathsOf } from './metodos'
import { type Banda, isCubierta, pinballBanda } from './notas'

/** Hours ahead at which forecasts are judged. */
export const JUZGADAS = [4, 8, 24] as const
/** Open hours between two choices. */
const SEMANA = 168
/** Hours by which the weight of a past score halves. */
const MEMORIA = 336
/** How much better than the last value a method must have been, to be trusted. */
const MEJORA = 0.95

/** What was chosen for a series: by whom it is forecast, whether that is better than the last value, and for each judged hour what share of the paths the band leaves outside, and how far the chance of a shortage is moved. */
export type Eleccion = { metodo: Metodo; fiable: boolean; alfa: number[]; sesgo: number[] }

export const SIN_ELECCION: Eleccion = {
  metodo: 'analogos',
  fiable: true,
  alfa: JUZGADAS.map(() => FUERA),
  sesgo: JUZGADAS.map(() => 0),
}

export type Emitida = {
  i: number
  metodo: Metodo
  fiable: boolean
  /** At each judged hour. */
  bandas: Banda[]
  /** Chance of a shortage by each judged hour. Null: no minimum, or short already. */
  pFalta: number[] | null
}

/** Chance of a shortage by each judged hour, from the paths and what was learned. */
function estimateFaltas(
  c: Caminos,
  minimo: number,
  faltas: readonly Falta[],
  i: number,
  sesgo: readonly number[],
): number[] {
  const { hasta } = crossingOf(c, minimo)
  return JUZGADAS.map((k, j) => (faltas[j] as Falta)(i, hasta[k - 1] as number, sesgo[j] as number))
}

/** What is likely by one hour is so by a later one. */
function raise(ps: readonly number[]): number[] {
  let antes = 0
  return ps.map((p) => {
    antes = Math.max(antes, p)
    return antes
  })
}

type Cuenta = { nota: number; alfa: number[] }
type Pendiente = { i: number; bandas: Record<Metodo, Banda[]>; faltas: number[] | null }

/**
 * Rolling origin: forecast from each hour (each `paso` hours) from `desde` until before `hasta`, from what was known then, learn anew each week, and
 * judge every method by what came, as it comes. What is issued of each hour is told.
 */
export function rollOrigins(
  h: Historia,
  minimo: number | null,
  desde: number,
  hasta: number,
  paso: number,
  tell?: (e: Emitida) => void,
): Eleccion {
  const cuentas = Object.fromEntries(
    METODOS.map((m): [Metodo, Cuenta] => [m, { nota: 0, alfa: JUZGADAS.map(() => FUERA) }]),
  ) as Record<Metodo, Cuenta>
  const pendientes: Pendiente[] = []
  const vistos = JUZGADAS.map(() => 0)
  const sesgo = JUZGADAS.map(() => 0)
  let eleccion = SIN_ELECCION
  let m: Modelo | null = null
  let faltas: Falta[] = []
  const choose = (): Eleccion => {
    const metodo = METODOS.reduce((a, b) => (cuentas[b].nota < cuentas[a].nota ? b : a))
    const fiable = cuentas[metodo].nota <= MEJORA * cuentas.ultimo.nota
    return { metodo, fiable, alfa: cuentas[metodo].alfa, sesgo }
  }
  const settle = (ahora: number) => {
    for (const [j, k] of JUZGADAS.entries())
      for (;;) {
        const p = pendientes[vistos[j] as number]
        if (!p || p.i + k > ahora) break
        vistos[j] = (vistos[j] as number) + 1
        const vino = h.stock[p.i + k] as number
        if (p.faltas && minimo !== null)
          sesgo[j] = adaptSesgo(
            sesgo[j] as number,
            p.faltas[j] as number,
            firstUnder(h.stock, p.i, minimo, k) !== null,
            paso,
          )
        for (const metodo of METODOS) {
          const c = cuentas[metodo]
          const banda = p.bandas[metodo][j] as Banda
          c.nota = c.nota * 0.5 ** (paso / MEMORIA / JUZGADAS.length) + pinballBanda(vino, banda)
          c.alfa[j] = adaptAlfa(c.alfa[j] as number, isCubierta(vino, banda))
        }
      }
  }
  for (let i = desde; i < hasta; i += paso) {
    settle(i)
    if (!m || i - m.fin >= SEMANA) {
      m = fitModelo(h, i + 1)
      const hecho = m
      faltas = minimo === null ? [] : JUZGADAS.map((k) => fitFalta(h, hecho, minimo, k))
      if (pendientes.length) eleccion = choose()
    }
    const parecidas = findAnalogos(h, m, i)
    const bandas = {} as Pendiente['bandas']
    let estimadas: number[] | null = null
    for (const metodo of METODOS) {
      const caminos = pathsOf(h, m, metodo, i, parecidas)
      bandas[metodo] = JUZGADAS.map((k, j) =>
        bandOf(caminos, k - 1, cuentas[metodo].alfa[j] as number, h.pool),
      )
      if (metodo === eleccion.metodo && minimo !== null && (h.stock[i] as number) >= minimo)
        estimadas = estimateFaltas(caminos, minimo, faltas, i, sesgo)
    }
    pendientes.push({ i, bandas, faltas: estimadas })
    tell?.({
      i,
      metodo: eleccion.metodo,
      fiable: eleccion.fiable,
      bandas: bandas[eleccion.metodo],
      pFalta: estimadas && raise(estimadas),
    })
  }
  settle(hasta - 1)
  return choose()
}
