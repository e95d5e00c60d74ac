import { POCOS_DATOS } from '#contract/flujo/ciclos/cuadro-values'
import { compareLittle } from '#server/platform/math/little'
import {
  estimateSurvivalCurve,
  groupLifeTableRows,
  meanOf,
  quantileOf,
  type SurvivalCurve,
} from '#server/platform/math/supervivencia'
import { createRandom, percentile, suma } from '../medidas'
import { type Data, joinOpen } from './leer'
import { DAY, openOf, type Plano, simulate, type Visita } from './planta'

/** Monday 2026-01-05, 0:00 in a plant one hour ahead of UTC. */
const INICIO_MS = Date.UTC(2026, 0, 4, 23)
const DESFASE_MS = 3_600_000
const MINUTE_MS = 60_000
const WEEK = 7 * DAY

/** The visits as readers saw them, in the format of a folder's data. */
export function toData(p: Plano, vistas: readonly Visita[], conCalendario: boolean): Data {
  const nombres = (de: (v: Visita) => string) => {
    const todos = [...new Set(vistas.map(de))]
    const numero = new Map(todos.map((n, i) => [n, i]))
    return { todos, numeros: Int32Array.from(vistas, (v) => numero.get(de(v)) as number) }
  }
  const [item, familia, etapa] = [nombres((v) => v.item), nombres((v) => v.familia), nombres((v) => v.etapa)]
  const ms = (m: number) => INICIO_MS + m * MINUTE_MS
  return {
    visitas: {
      etapas: etapa.todos,
      familias: familia.todos,
      items: item.todos.length,
      item: item.numeros,
      familia: familia.numeros,
      etapa: etapa.numeros,
      desde: Float64Array.from(vistas, (v) => ms(v.desde)),
      hasta: Float64Array.from(vistas, (v) => ms(v.hasta)),
    },
    abierto: conCalendario ? joinOpen(openOf(p).map(([a, b]) => [ms(a), ms(b)])) : null,
    desfase: () => DESFASE_MS,
    fuera: 0,
  }
}

/** Open minutes before a minute, both from the start. */
export function createClock(p: Plano): (t: number) => number {
  const fin = p.semanas * WEEK
  const before = new Float64Array(fin + 1)
  const abierto = new Uint8Array(fin)
  for (const [a, b] of openOf(p)) abierto.fill(1, a, b)
  for (let t = 0; t < fin; t++) before[t + 1] = (before[t] as number) + (abierto[t] as number)
  return (t) => before[Math.max(0, Math.min(fin, Math.floor(t)))] as number
}

/** Weeks that are simulated beyond the observed time, so that the true end of every stay is known. */
const SIGUE = 8

/**
 * Kaplan-Meier medians of each stage against the true medians of the same stays. One container in ten is lost at a random time, and stays
 * are still going on when the record ends.
 * @returns the largest relative error
 */
export function measureSurvivalCurves(p: Plano, seed: number): number {
  const random = createRandom(seed)
  const largo = { ...p, semanas: p.semanas + SIGUE }
  const clock = createClock(largo)
  const fin = p.semanas * WEEK
  const perdidos = new Map<string, number>()
  const visitas = simulate(largo, seed).filter((v) => v.desde < fin)
  for (const v of visitas)
    if (!perdidos.has(v.item))
      perdidos.set(v.item, random() < 0.1 ? fin * random() : Number.POSITIVE_INFINITY)
  const age = (v: Visita, hasta: number) => clock(Math.min(hasta, largo.semanas * WEEK)) - clock(v.desde)
  const errores = p.etapas.map(({ nombre }) => {
    const suyas = visitas.filter(
      (v) => v.etapa === nombre && v.desde > 0 && v.desde < (perdidos.get(v.item) as number),
    )
    const vistas = suyas.map((v) => {
      const hasta = Math.min(v.hasta, fin, perdidos.get(v.item) as number)
      return { minutos: age(v, hasta), acabada: hasta === v.hasta }
    })
    const cierta = percentile(
      suyas.map((v) => age(v, v.hasta)),
      0.5,
    )
    return (
      Math.abs((quantileOf(estimateSurvivalCurve(groupLifeTableRows(vistas)), 0.5) ?? 0) - cierta) / cierta
    )
  })
  return Math.max(...errores)
}

/**
 * Little's law where everything is seen: mean stock of each stage in open time, sampled every ten minutes, against arrivals and
 * Kaplan-Meier's mean stay.
 * @returns the largest relative difference
 */
export function measureLittle(p: Plano, visitas: readonly Visita[]): number {
  const clock = createClock(p)
  const fin = p.semanas * WEEK
  const miradas = openOf(p).flatMap(([a, b]) =>
    Array.from({ length: (b - a) / 10 }, (_, k) => a + 10 * k + 5),
  )
  const horas = miradas.length / 6
  const differences = p.etapas.map(({ nombre }) => {
    const suyas = visitas.filter((v) => v.etapa === nombre)
    const cambios = new Int32Array(fin / 10 + 2)
    for (const v of suyas) {
      const [llega, sale] = [Math.ceil((v.desde - 5) / 10), Math.ceil((Math.min(v.hasta, fin) - 5) / 10)]
      cambios[llega] = (cambios[llega] as number) + 1
      cambios[sale] = (cambios[sale] as number) - 1
    }
    const stock = new Int32Array(cambios.length)
    for (let k = 0; k < stock.length; k++) stock[k] = (stock[k - 1] ?? 0) + (cambios[k] as number)
    const cortes = groupLifeTableRows(
      suyas.map((v) => ({ minutos: clock(Math.min(v.hasta, fin)) - clock(v.desde), acabada: v.hasta < fin })),
    )
    return compareLittle({
      media: suma(miradas.map((t) => stock[(t - 5) / 10] as number)) / miradas.length,
      llegadasHora: suyas.length / horas,
      estanciaHoras: (meanOf(estimateSurvivalCurve(cortes)) ?? 0) / 60,
    }).diferencia
  })
  return Math.max(...differences)
}

export type Atascos = {
  /** Visits reported as stuck. */
  llamadas: number
  /** Of these, visits that were not held. */
  enFalso: number
  /** Visits that were held. */
  retenidas: number
  /** Of these, visits that were reported. */
  halladas: number
  /** False reports per 100 containers and week. */
  falsas: number
  /** False reports whose stay is long only because of a holiday. */
  delFestivo: number
  /** False reports of visits that had ended while the readers were down. */
  delOutage: number
  /** Additional false reports if holidays counted as open time. */
  sinFestivos: number
  /** Additional false reports if the readers' outage were unknown. */
  sinOutage: number
}

/** Weeks in which nothing is reported as stuck, while usual stays are being learned. */
const APRENDE = 4
const SIEMPRE = { turnos: [[0, 24]], dias: 7 } as const

function groupVisitas(visitas: readonly Visita[]): Map<string, Visita[]> {
  const groups = new Map<string, Visita[]>()
  for (const v of visitas) {
    const clave = `${v.etapa} ${v.familia}`
    const suyas = groups.get(clave)
    if (suyas) suyas.push(v)
    else groups.set(clave, [v])
  }
  return groups
}

/** Kaplan-Meier curve of visits as known at `t`. */
const survivalCurveAt = (visitas: readonly Visita[], t: number, clock: (t: number) => number) =>
  estimateSurvivalCurve(
    groupLifeTableRows(
      visitas
        .filter((v) => v.desde < t)
        .map((v) => ({ minutos: clock(Math.min(v.hasta, t)) - clock(v.desde), acabada: v.hasta <= t })),
    ),
  )

/** As in the view `etapa_limite`: the longer of the plazo and of the 95 % quantile of at least 30 stays. */
function limitOf(plazo: number | null, survivalCurve: SurvivalCurve): number | null {
  const usual = survivalCurve.salidas >= POCOS_DATOS ? quantileOf(survivalCurve, 0.95) : null
  return plazo === null ? usual : Math.max(plazo, usual ?? 0)
}

/**
 * Visits reported as stuck at the end of each day from the fifth week on, against those that were really held. The plazo of each stage and
 * family is what a person who knows the plant would set: a quarter more than the longest stay that was not held in `otras`, another run of
 * the plant. During an outage of the readers, and the day after, nothing is reported.
 */
export function measureAtascos(
  p: Plano,
  visitas: readonly Visita[],
  otras: readonly Visita[],
  conCalendario: boolean,
): Atascos {
  const conocido = conCalendario ? p : { ...p, ...SIEMPRE, festivos: [] }
  const clock = createClock(conocido)
  const clocks = {
    con: createClock({ ...conocido, festivos: [] }),
    sin: createClock({ ...conocido, festivos: p.festivos }),
  }
  const fin = p.semanas * WEEK
  const outage = p.apagon ? p.apagon.dia * DAY : Number.NEGATIVE_INFINITY
  const seenEnd = (v: Visita) => (v.tapada ? Math.max(v.hasta, outage + DAY) : v.hasta)
  const groups = groupVisitas(visitas)
  const plazos = new Map(
    [...groupVisitas(otras)].map(([clave, suyas]) => {
      const normales = suyas.filter((v) => !v.retenida && v.hasta < fin)
      return [clave, 1.25 * normales.reduce((m, v) => Math.max(m, clock(v.hasta) - clock(v.desde)), 0)]
    }),
  )
  const invocations = new Set<Visita>()
  const delFestivo = new Set<Visita>()
  const delOutage = new Set<Visita>()
  const sinFestivos = new Set<Visita>()
  const sinOutage = new Set<Visita>()
  for (const [clave, suyas] of groups) {
    const plazo = plazos.get(clave) ?? null
    for (let t = APRENDE * WEEK; t < fin; t += DAY) {
      const limite = limitOf(plazo, survivalCurveAt(suyas, t, clock))
      if (limite === null) continue
      const isOver = (v: Visita, r: (t: number) => number) => r(t) - r(v.desde) > limite
      for (const v of suyas) {
        if (v.desde >= t || seenEnd(v) <= t || invocations.has(v)) continue
        const behind = v.tapada && t >= outage && t <= outage + 2 * DAY
        if (isOver(v, clock) && !behind) {
          invocations.add(v)
          if (!v.retenida && !isOver(v, clocks.sin)) delFestivo.add(v)
          if (!v.retenida && v.hasta <= t) delOutage.add(v)
        } else if (v.retenida) continue
        else if (isOver(v, clock)) sinOutage.add(v)
        else if (isOver(v, clocks.con)) sinFestivos.add(v)
      }
    }
  }
  const retenidas = visitas.filter((v) => v.retenida > APRENDE * WEEK && v.retenida < fin)
  const falsas = [...invocations].filter((v) => !v.retenida)
  const containers = p.familias.reduce((n, f) => n + f.cuantos, 0)
  return {
    llamadas: invocations.size,
    enFalso: falsas.length,
    retenidas: retenidas.length,
    halladas: retenidas.filter((v) => invocations.has(v)).length,
    falsas: (falsas.length / containers / (p.semanas - APRENDE)) * 100,
    delFestivo: delFestivo.size,
    delOutage: delOutage.size,
    sinFestivos: [...sinFestivos].filter((v) => !invocations.has(v)).length,
    sinOutage: [...sinOutage].filter((v) => !invocations.has(v)).length,
  }
}
