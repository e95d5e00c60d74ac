/** Bounds and first value of each number of the rules, as the table `ajuste` has them. Units are in the names. */
export const LIMITES = {
  /** A gateway's clock is believed within these seconds of ours. */
  segundosReloj: { min: 0, max: 86_400, inicial: 600 },
  /** Change of acceleration between two samples that counts as movement, in g. */
  gMovimiento: { min: 0.005, max: 4, inicial: 0.08 },
  /** Without movement for this long: Parado. */
  segundosParado: { min: 1, max: 3600, inicial: 120 },
  /** |a| from which on a sample is an impact, in g ... */
  gImpacto: { min: 1.05, max: 32, inicial: 2.5 },
  /** ... and of tags that send peaks: every touch of a fork is over 2.5 g. */
  gImpactoPicos: { min: 1.05, max: 32, inicial: 5 },
  /** Impacts closer than this are one incident; the window around it for its extremes. */
  segundosRafaga: { min: 1, max: 600, inicial: 10 },
  /** An impact shows as Estado for this long, also while the container moves on: somebody has to see it. */
  segundosImpacto: { min: 0, max: 86_400, inicial: 120 },
  /** Roll and pitch only where ||a| - 1| is below this, in g. */
  gReposo: { min: 0.01, max: 1, inicial: 0.1 },
  /** An event at least this often. */
  segundosLatido: { min: 10, max: 86_400, inicial: 300 },
  /** At a place for less than this it only passed by: no stay. */
  segundosEstancia: { min: 0, max: 3600, inicial: 120 },
  /** Unheard by all readers for longer: it has left its place. */
  minutosSalida: { min: 1, max: 1440, inicial: 20 },
  /** Unheard for longer: `Posible tránsito`, and a last record that shows as stale. */
  minutosViejo: { min: 1, max: 525_600, inicial: 300 },
  /** Unheard for longer: `Posible extravío`, and inactive in the inventories. At least `minutosViejo`. */
  minutosPerdido: { min: 1, max: 525_600, inicial: 4320 },
  /** A reader unheard for longer is silent, and its tags are not lost because of that. */
  minutosLectorSinSenal: { min: 1, max: 525_600, inicial: 10 },
  /** Percent below which a battery needs somebody. */
  bateriaBaja: { min: 0, max: 100, inicial: 10 },
} as const

export type Ajustes = Record<keyof typeof LIMITES, number>
export const NOMBRES_DE_AJUSTE = Object.keys(LIMITES) as (keyof Ajustes)[]

/** The numbers of a company that has set none of its own. */
export const INICIALES = Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, LIMITES[k].inicial])) as Ajustes

/** That a value is no number within the bounds of this one, in Spanish; null: it is. */
export function reviewLimites(k: keyof Ajustes, n: unknown): string | null {
  const { min, max } = LIMITES[k]
  if (typeof n === 'number' && n >= min && n <= max) return null
  return `Debe ser un número entre ${min.toLocaleString('es')} y ${max.toLocaleString('es')}.`
}

/** What is wrong with each number, in Spanish, by its name; empty where nothing is. */
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

/** `3 días`, `5 horas`, `90 minutos`: the largest unit that says it whole. */
export function plazoEnPalabras(minutos: number): string {
  const [unidad, una, varias] = UNIDADES.find(([u]) => minutos % u === 0) ?? UNIDADES[2]
  const n = minutos / unidad
  return `${n.toLocaleString('es')} ${n === 1 ? una : varias}`
}

/** `minutosPerdido` of these companies; null where they differ, or there are none. */
export function perdidoComun(plazos: readonly Pick<Ajustes, 'minutosPerdido'>[]): number | null {
  const distintos = new Set(plazos.map((p) => p.minutosPerdido))
  return distintos.size === 1 ? ([...distintos][0] as number) : null
}
