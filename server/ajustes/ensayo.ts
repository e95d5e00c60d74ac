import type { EnsayoAjustes } from '#contract/ajustes'
import type { Ajustes } from '#contract/valores/ajustes'
import { type ClaveEfecto, MAX_EJEMPLOS } from '#contract/valores/ensayo'
import type { Golpe, Parada } from './repo-ensayo'

export type Ejemplo = {
  apodo: string
  tiempo: Date | null
  nuevo: boolean
  detalle: string
  incidencia?: number | null
}
export type Efecto = {
  clave: ClaveEfecto
  antes: number
  despues: number
  al_menos: boolean
  ejemplos: Ejemplo[]
}

const umbralDe = (g: Golpe, a: Ajustes) => (g.picos ? a.gImpactoPicos : a.gImpacto)
const decimal = (n: number) => n.toLocaleString('es', { maximumFractionDigits: 2 })
const G = (n: number | null) => (n === null ? 'sin medida' : `${decimal(n)} g`)

/**
 * Incidents as other numbers would have made them.
 * @param golpes incidents that there were, and samples that were none, in the order of their containers and times
 */
export function tryGolpes(golpes: readonly Golpe[], a: Ajustes, b: Ajustes): Efecto {
  const antes = golpes.filter((g) => g.id !== null)
  const ejemplos: Ejemplo[] = []
  let despues = 0
  let previo: Golpe | undefined
  for (const g of golpes) {
    // What was an incident below the threshold was one for another reason, which stays: a flag, a fall, an axis at its end.
    const porOtro = g.id !== null && (g.pico === null || g.pico < umbralDe(g, a))
    const cuenta = porOtro || (g.pico !== null && g.pico >= umbralDe(g, b))
    const comun = { apodo: g.apodo, tiempo: g.tiempo, incidencia: g.id }
    if (!cuenta) {
      ejemplos.push({ ...comun, nuevo: false, detalle: G(g.pico) })
      continue
    }
    const junto =
      previo?.dispositivo === g.dispositivo &&
      g.tiempo.getTime() - previo.hasta.getTime() <= b.segundosRafaga * 1000
    if (junto && g.id !== null) ejemplos.push({ ...comun, nuevo: false, detalle: 'se uniría a la anterior' })
    if (!junto && g.id === null) ejemplos.push({ ...comun, nuevo: true, detalle: G(g.pico) })
    if (!junto) despues++
    previo = junto && previo && previo.hasta > g.hasta ? previo : g
  }
  return {
    clave: 'incidencias',
    antes: antes.length,
    despues,
    al_menos:
      b.gImpacto < a.gImpacto || b.gImpactoPicos < a.gImpactoPicos || b.segundosRafaga < a.segundosRafaga,
    ejemplos,
  }
}

/** What is above a limit, with this one and another. */
export function tryLimite<T extends { apodo: string; tiempo: Date | null }>(
  clave: ClaveEfecto,
  filas: readonly T[],
  antes: (f: T) => boolean,
  despues: (f: T) => boolean,
  detalle: (f: T) => string,
  al_menos = false,
): Efecto {
  return {
    clave,
    antes: filas.filter(antes).length,
    despues: filas.filter(despues).length,
    al_menos,
    ejemplos: filas
      .filter((f) => antes(f) !== despues(f))
      .map((f) => ({ apodo: f.apodo, tiempo: f.tiempo, nuevo: despues(f), detalle: detalle(f) })),
  }
}

/** Stays as other numbers would have joined and left them out. */
export function tryParadas(paradas: readonly Parada[], a: Ajustes, b: Ajustes): Efecto {
  const ejemplos: Ejemplo[] = []
  let despues = 0
  let previa: Parada | undefined
  for (const e of paradas) {
    const comun = { apodo: e.apodo, tiempo: e.desde, nuevo: false }
    if (e.hasta.getTime() - e.desde.getTime() < b.segundosEstancia * 1000) {
      ejemplos.push({ ...comun, detalle: `${e.lugar}, solo pasó` })
      continue
    }
    const hueco = previa ? e.desde.getTime() - previa.hasta.getTime() : Number.POSITIVE_INFINITY
    const junta =
      previa?.dispositivo === e.dispositivo && previa.lugar === e.lugar && hueco <= b.minutosSalida * 60_000
    if (junta) ejemplos.push({ ...comun, detalle: `${e.lugar}, seguiría la anterior` })
    else despues++
    previa = e
  }
  return {
    clave: 'estancias',
    antes: paradas.length,
    despues,
    al_menos: b.segundosEstancia < a.segundosEstancia || b.minutosSalida < a.minutosSalida,
    ejemplos,
  }
}

/** The newest examples, those that would be new first. */
export const cutEjemplos = (e: Efecto, iso: (t: Date) => string): EnsayoAjustes['efectos'][number] => ({
  ...e,
  ejemplos: [...e.ejemplos]
    .sort(
      (x, y) => Number(y.nuevo) - Number(x.nuevo) || (y.tiempo?.getTime() ?? 0) - (x.tiempo?.getTime() ?? 0),
    )
    .slice(0, MAX_EJEMPLOS)
    .map(({ apodo, tiempo, nuevo, detalle, incidencia = null }) => ({
      Apodo: apodo,
      Time: tiempo && iso(tiempo),
      nuevo,
      detalle,
      incidencia,
    })),
})
