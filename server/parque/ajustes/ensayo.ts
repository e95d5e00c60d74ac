import type { EnsayoAjustes } from '#contract/parque/ajustes/ajustes'
import { type ClaveEfecto, MAX_EJEMPLOS } from '#contract/parque/ajustes/ensayo-values'
import {
  type AjustesEmpresa,
  findUmbral,
  gImpactoOf,
  type Umbral,
} from '#contract/parque/ajustes/umbrales-values'
import type { Ajustes } from '#contract/parque/ajustes/values'
import { enG, roundG } from '#contract/values/medidas'
import type { Golpe, Parada } from './repo-ensayo'

export type Example = {
  apodo: string
  tiempo: Date | null
  nuevo: boolean
  detalle: string
  incidencia?: number | null
}
export type Effect = {
  clave: ClaveEfecto
  antes: number
  despues: number
  al_menos: boolean
  ejemplos: Example[]
}

type Numbers = Pick<Umbral, 'gImpacto' | 'gImpactoPicos'>

/** Whether its value alone makes it an impact. */
export const isGolpe = (g: Golpe, a: AjustesEmpresa) =>
  g.pico !== null && g.pico >= gImpactoOf(a, g.familia, g.mac, g.picos)

/** The thresholds before and after, for every kind of tag that either setting names, and for all others. */
export function pairNumbers(a: AjustesEmpresa, b: AjustesEmpresa): (readonly [Numbers, Numbers])[] {
  const all = [...a.umbrales, ...b.umbrales]
  const familias = new Set([null, ...all.map((u) => u.familia)])
  const fabricantes = new Set(['', ...all.map((u) => u.fabricante ?? '')])
  return [...familias].flatMap((familia) =>
    [...fabricantes].map(
      (mac) =>
        [findUmbral(a.umbrales, familia, mac) ?? a, findUmbral(b.umbrales, familia, mac) ?? b] as const,
    ),
  )
}
const G = (n: number | null) => (n === null ? 'sin medida' : enG(roundG(n)))

/**
 * The incidents that other settings would have made.
 * @param golpes incidents, and samples that were none, in order of container and time
 */
export function tryGolpes(golpes: readonly Golpe[], a: AjustesEmpresa, b: AjustesEmpresa): Effect {
  const before = golpes.filter((g) => g.id !== null)
  const ejemplos: Example[] = []
  let despues = 0
  let previous: Golpe | undefined
  for (const g of golpes) {
    // An incident below the threshold had another reason, which remains: a flag, a fall, or a saturated axis.
    const porOtro = g.id !== null && !isGolpe(g, a)
    const cuenta = porOtro || isGolpe(g, b)
    const comun = { apodo: g.apodo, tiempo: g.tiempo, incidencia: g.id }
    if (!cuenta) {
      if (g.id !== null) ejemplos.push({ ...comun, nuevo: false, detalle: G(g.pico) })
      continue
    }
    const junto =
      previous?.dispositivo === g.dispositivo &&
      g.tiempo.getTime() - previous.hasta.getTime() <= b.segundosRafaga * 1000
    if (junto && g.id !== null) ejemplos.push({ ...comun, nuevo: false, detalle: 'se uniría a la anterior' })
    if (!junto && g.id === null) ejemplos.push({ ...comun, nuevo: true, detalle: G(g.pico) })
    if (!junto) despues++
    previous = junto && previous && previous.hasta > g.hasta ? previous : g
  }
  return {
    clave: 'incidencias',
    antes: before.length,
    despues,
    al_menos:
      b.segundosRafaga < a.segundosRafaga ||
      pairNumbers(a, b).some(([x, y]) => y.gImpacto < x.gImpacto || y.gImpactoPicos < x.gImpactoPicos),
    ejemplos,
  }
}

/** Rows above a limit, under the present and under another setting. */
export function tryLimite<T extends { apodo: string; tiempo: Date | null }>(
  clave: ClaveEfecto,
  rows: readonly T[],
  {
    before,
    despues,
    detalle,
    al_menos = false,
  }: { before: (f: T) => boolean; despues: (f: T) => boolean; detalle: (f: T) => string; al_menos?: boolean },
): Effect {
  return {
    clave,
    antes: rows.filter(before).length,
    despues: rows.filter(despues).length,
    al_menos,
    ejemplos: rows
      .filter((f) => before(f) !== despues(f))
      .map((f) => ({ apodo: f.apodo, tiempo: f.tiempo, nuevo: despues(f), detalle: detalle(f) })),
  }
}

/**
 * Stored stays that would not be stays of their own, with the reason. Stays at one place are joined as in files and charts; a stay that
 * only passes by is dropped, so the stays before and after it can be joined.
 */
function joinParadas(paradas: readonly Parada[], salidaMs: number, isPaso: (ms: number) => boolean) {
  const sobran = new Map<Parada, string>()
  let previa: Parada | undefined
  for (const e of paradas) {
    if (isPaso(e.hasta.getTime() - e.desde.getTime())) {
      sobran.set(e, 'solo pasó')
      continue
    }
    const gap = previa ? e.desde.getTime() - previa.hasta.getTime() : Number.POSITIVE_INFINITY
    if (previa?.dispositivo === e.dispositivo && previa.lugar === e.lugar && gap <= salidaMs)
      sobran.set(e, 'seguiría la anterior')
    previa = e
  }
  return sobran
}

/** The stays that other settings would have joined and dropped. */
export function tryParadas(paradas: readonly Parada[], a: Ajustes, b: Ajustes): Effect {
  const [menos, mas] = [a.segundosEstancia * 1000, b.segundosEstancia * 1000]
  const before = joinParadas(paradas, a.minutosSalida * 60_000, () => false)
  // Shorter stays that exist are kept; only a higher limit drops them.
  const despues = joinParadas(paradas, b.minutosSalida * 60_000, (ms) => mas > menos && ms < mas)
  const ejemplos = paradas.flatMap((e): Example[] => {
    const [ya, luego] = [before.get(e), despues.get(e)]
    if (!ya === !luego) return []
    const detalle = `${e.lugar}, ${luego ?? 'no seguiría la anterior'}`
    return [{ apodo: e.apodo, tiempo: e.desde, nuevo: !luego, detalle }]
  })
  return {
    clave: 'estancias',
    antes: paradas.length - before.size,
    despues: paradas.length - despues.size,
    al_menos: b.segundosEstancia < a.segundosEstancia || b.minutosSalida < a.minutosSalida,
    ejemplos,
  }
}

/** The newest examples, with those that would be new first. */
export const cutEjemplos = (e: Effect, iso: (t: Date) => string): EnsayoAjustes['efectos'][number] => ({
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
