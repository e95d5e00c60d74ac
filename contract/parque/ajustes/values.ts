/** Bounds and initial value of each number of the rules, as in the table `ajuste`. The names contain the units. */
export const LIMITES = {
  /** A gateway's clock is trusted if it differs from ours by at most this many seconds. */
  segundosReloj: { min: 0, max: 86_400, inicial: 600 },
  /** Change of acceleration between two samples that counts as movement, in g. */
  gMovimiento: { min: 0.005, max: 4, inicial: 0.08 },
  /** Without movement for this long, the state is Parado. */
  segundosParado: { min: 1, max: 3600, inicial: 120 },
  /** |a| from which a sample is an impact, in g. */
  gImpacto: { min: 1.05, max: 32, inicial: 2.5 },
  /** The same for tags that send peaks, in g: each touch of a fork exceeds 2.5 g. */
  gImpactoPicos: { min: 1.05, max: 32, inicial: 5 },
  /** Impacts closer together than this are one incident; also the window for its extreme values. */
  segundosRafaga: { min: 1, max: 600, inicial: 10 },
  /** An impact shows as Estado for this long, even if the container moves on, so that people notice it. */
  segundosImpacto: { min: 0, max: 86_400, inicial: 120 },
  /** Roll and pitch are computed only where ||a| - 1| is below this, in g. */
  gReposo: { min: 0.01, max: 1, inicial: 0.1 },
  /** An event is written at least this often (heartbeat). */
  segundosLatido: { min: 10, max: 86_400, inicial: 300 },
  /** A container at a place for less than this only passed by: no stay is written. */
  segundosEstancia: { min: 0, max: 3600, inicial: 120 },
  /** Not heard by any reader for longer than this, a container has left its place. */
  minutosSalida: { min: 1, max: 1440, inicial: 20 },
  /** Not heard for longer than this: `Posible tránsito`, and the last record shows as stale. */
  minutosViejo: { min: 1, max: 525_600, inicial: 300 },
  /** Not heard for longer than this: `Posible extravío`, and inactive in the inventories. At least `minutosViejo`. */
  minutosPerdido: { min: 1, max: 525_600, inicial: 4320 },
  /** A reader not heard for longer than this is silent; its tags are not lost because of that. */
  minutosLectorSinSenal: { min: 1, max: 525_600, inicial: 10 },
  /** Battery percentage below which a tag needs attention. */
  bateriaBaja: { min: 0, max: 100, inicial: 10 },
} as const

export type Ajustes = Record<keyof typeof LIMITES, number>
export const NOMBRES_DE_AJUSTE = Object.keys(LIMITES) as (keyof Ajustes)[]

/** Initial values, for a company that has changed none. */
export const INICIALES = Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, LIMITES[k].inicial])) as Ajustes

/** Why a value is not a number within the bounds, in Spanish; null: it is valid. */
export function reviewLimites(k: keyof Ajustes, n: unknown): string | null {
  const { min, max } = LIMITES[k]
  if (typeof n === 'number' && n >= min && n <= max) return null
  return `Debe ser un número entre ${min.toLocaleString('es')} y ${max.toLocaleString('es')}.`
}

/** The error of each number, in Spanish, by its name; empty: none. */
export function reviewAjustes(a: Record<keyof Ajustes, unknown>): Map<keyof Ajustes, string> {
  const reparos = new Map<keyof Ajustes, string>()
  for (const k of NOMBRES_DE_AJUSTE) {
    const n = a[k]
    const fuera = reviewLimites(k, n)
    if (fuera) reparos.set(k, fuera)
    else if (k.startsWith('minutos') && !Number.isInteger(n))
      reparos.set(k, 'Debe ser un número entero de minutos.')
  }
  if (!reparos.size && (a.minutosPerdido as number) < (a.minutosViejo as number))
    reparos.set('minutosPerdido', 'El plazo de extravío no puede ser menor que el de tránsito.')
  return reparos
}

const UNIDADES = [
  [1440, 'día', 'días'],
  [60, 'hora', 'horas'],
  [1, 'minuto', 'minutos'],
] as const

/** `3 días`, `5 horas`, `90 minutos`: in the largest unit that gives a whole number. */
export function plazoEnPalabras(minutos: number): string {
  const [unidad, una, varias] = UNIDADES.find(([u]) => minutos % u === 0) ?? UNIDADES[2]
  const n = minutos / unidad
  return `${n.toLocaleString('es')} ${n === 1 ? una : varias}`
}

/** `minutosPerdido` of these companies; null where they differ, or the list is empty. */
export function perdidoComun(plazos: readonly Pick<Ajustes, 'minutosPerdido'>[]): number | null {
  const distintos = new Set(plazos.map((p) => p.minutosPerdido))
  return distintos.size === 1 ? ([...distintos][0] as number) : null
}
