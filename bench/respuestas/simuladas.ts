import { POCOS_DATOS } from '#contract/valores/cuadro'
import { compareLittle } from '#server/calculo/little'
import { type Curva, estimateCurva, groupCortes, meanOf, quantileOf } from '#server/calculo/supervivencia'
import { createAzar, percentil, suma } from '../medidas'
import { type Datos, joinAbierto } from './leer'
import { DIA, openOf, type Plano, simulate, type Visita } from './planta'

/** Monday 2026-01-05, midnight of a plant an hour ahead of UTC. */
const INICIO_MS = Date.UTC(2026, 0, 4, 23)
const DESFASE_MS = 3_600_000
const MINUTO_MS = 60_000
const SEMANA = 7 * DIA

/** The visits as readers saw them, in the form of those of a folder. */
export function toDatos(p: Plano, vistas: readonly Visita[], conCalendario: boolean): Datos {
  const nombres = (de: (v: Visita) => string) => {
    const todos = [...new Set(vistas.map(de))]
    const numero = new Map(todos.map((n, i) => [n, i]))
    return { todos, numeros: Int32Array.from(vistas, (v) => numero.get(de(v)) as number) }
  }
  const [item, familia, etapa] = [nombres((v) => v.item), nombres((v) => v.familia), nombres((v) => v.etapa)]
  const ms = (m: number) => INICIO_MS + m * MINUTO_MS
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
    abierto: conCalendario ? joinAbierto(openOf(p).map(([a, b]) => [ms(a), ms(b)])) : null,
    desfase: () => DESFASE_MS,
    fuera: 0,
  }
}

/** Open minutes before a minute from the start. */
export function createReloj(p: Plano): (t: number) => number {
  const fin = p.semanas * SEMANA
  const antes = new Float64Array(fin + 1)
  const abierto = new Uint8Array(fin)
  for (const [a, b] of openOf(p)) abierto.fill(1, a, b)
  for (let t = 0; t < fin; t++) antes[t + 1] = (antes[t] as number) + (abierto[t] as number)
  return (t) => antes[Math.max(0, Math.min(fin, Math.floor(t)))] as number
}

/** Weeks that a plant goes on after what is seen of it, so that the true end of every stay is known. */
const SIGUE = 8

/**
 * Kaplan-Meier medians of each stage where one container in ten is lost at a time that nothing leads to, and stays go on as the record ends,
 * against the true ones of the same stays.
 * @returns the greatest relative error
 */
export function measureCurvas(p: Plano, semilla: number): number {
  const azar = createAzar(semilla)
  const largo = { ...p, semanas: p.semanas + SIGUE }
  const reloj = createReloj(largo)
  const fin = p.semanas * SEMANA
  const perdidos = new Map<string, number>()
  const visitas = simulate(largo, semilla).filter((v) => v.desde < fin)
  for (const v of visitas)
    if (!perdidos.has(v.item)) perdidos.set(v.item, azar() < 0.1 ? fin * azar() : Number.POSITIVE_INFINITY)
  const age = (v: Visita, hasta: number) => reloj(Math.min(hasta, largo.semanas * SEMANA)) - reloj(v.desde)
  const errores = p.etapas.map(({ nombre }) => {
    const suyas = visitas.filter(
      (v) => v.etapa === nombre && v.desde > 0 && v.desde < (perdidos.get(v.item) as number),
    )
    const vistas = suyas.map((v) => {
      const hasta = Math.min(v.hasta, fin, perdidos.get(v.item) as number)
      return { minutos: age(v, hasta), acabada: hasta === v.hasta }
    })
    const cierta = percentil(
      suyas.map((v) => age(v, v.hasta)),
      0.5,
    )
    return Math.abs((quantileOf(estimateCurva(groupCortes(vistas)), 0.5) ?? 0) - cierta) / cierta
  })
  return Math.max(...errores)
}

/**
 * Little's law where all is seen: mean stock of each stage in open time, looked at every ten minutes, against arrivals and Kaplan-Meier's mean stay.
 * @returns the greatest relative difference
 */
export function measureLittle(p: Plano, visitas: readonly Visita[]): number {
  const reloj = createReloj(p)
  const fin = p.semanas * SEMANA
  const miradas = openOf(p).flatMap(([a, b]) =>
    Array.from({ length: (b - a) / 10 }, (_, k) => a + 10 * k + 5),
  )
  const horas = miradas.length / 6
  const diferencias = p.etapas.map(({ nombre }) => {
    const suyas = visitas.filter((v) => v.etapa === nombre)
    const cambios = new Int32Array(fin / 10 + 2)
    for (const v of suyas) {
      const [llega, sale] = [Math.ceil((v.desde - 5) / 10), Math.ceil((Math.min(v.hasta, fin) - 5) / 10)]
      cambios[llega] = (cambios[llega] as number) + 1
      cambios[sale] = (cambios[sale] as number) - 1
    }
    const stock = new Int32Array(cambios.length)
    for (let k = 0; k < stock.length; k++) stock[k] = (stock[k - 1] ?? 0) + (cambios[k] as number)
    const cortes = groupCortes(
      suyas.map((v) => ({ minutos: reloj(Math.min(v.hasta, fin)) - reloj(v.desde), acabada: v.hasta < fin })),
    )
    return compareLittle({
      media: suma(miradas.map((t) => stock[(t - 5) / 10] as number)) / miradas.length,
      llegadasHora: suyas.length / horas,
      estanciaHoras: (meanOf(estimateCurva(cortes)) ?? 0) / 60,
    }).diferencia
  })
  return Math.max(...diferencias)
}

export type Atascos = {
  /** Visits called stuck, and those of them that were not held; visits held, and those of them that were called. */
  llamadas: number
  enFalso: number
  retenidas: number
  halladas: number
  /** Visits wrongly called stuck, for 100 containers and a week. */
  falsas: number
  /** Those of them whose stay is long only because of a holiday; and those that had ended behind dead readers. */
  delFestivo: number
  delApagon: number
  /** What else would have been called wrongly if holidays were open time; and if nothing were known of dead readers. */
  sinFestivos: number
  sinApagon: number
}

/** Weeks in which nothing is called stuck: usual stays are being learned. */
const APRENDE = 4
const SIEMPRE = { turnos: [[0, 24]], dias: 7 } as const

function groupVisitas(visitas: readonly Visita[]): Map<string, Visita[]> {
  const grupos = new Map<string, Visita[]>()
  for (const v of visitas) {
    const clave = `${v.etapa} ${v.familia}`
    const suyas = grupos.get(clave)
    if (suyas) suyas.push(v)
    else grupos.set(clave, [v])
  }
  return grupos
}

/** Kaplan-Meier of visits as it was known at `t`. */
const curvaAt = (visitas: readonly Visita[], t: number, reloj: (t: number) => number) =>
  estimateCurva(
    groupCortes(
      visitas
        .filter((v) => v.desde < t)
        .map((v) => ({ minutos: reloj(Math.min(v.hasta, t)) - reloj(v.desde), acabada: v.hasta <= t })),
    ),
  )

/** As the view `etapa_limite` says: the longer of the plazo and of what 95 % of at least 30 stays took. */
function limitOf(plazo: number | null, curva: Curva): number | null {
  const usual = curva.salidas >= POCOS_DATOS ? quantileOf(curva, 0.95) : null
  return plazo === null ? usual : Math.max(plazo, usual ?? 0)
}

/**
 * Who is called stuck at the end of each day from the fifth week on, against those that were held. The plazo of each stage and family is what
 * somebody would set who knows the plant: a quarter more than the longest stay of one that was not held in `otras`, another run of it. Behind dead readers, and the day
 * after, nobody is called.
 */
export function measureAtascos(
  p: Plano,
  visitas: readonly Visita[],
  otras: readonly Visita[],
  conCalendario: boolean,
): Atascos {
  const conocido = conCalendario ? p : { ...p, ...SIEMPRE, festivos: [] }
  const reloj = createReloj(conocido)
  const relojes = {
    con: createReloj({ ...conocido, festivos: [] }),
    sin: createReloj({ ...conocido, festivos: p.festivos }),
  }
  const fin = p.semanas * SEMANA
  const apagon = p.apagon ? p.apagon.dia * DIA : Number.NEGATIVE_INFINITY
  const seenEnd = (v: Visita) => (v.tapada ? Math.max(v.hasta, apagon + DIA) : v.hasta)
  const grupos = groupVisitas(visitas)
  const plazos = new Map(
    [...groupVisitas(otras)].map(([clave, suyas]) => {
      const normales = suyas.filter((v) => !v.retenida && v.hasta < fin)
      return [clave, 1.25 * normales.reduce((m, v) => Math.max(m, reloj(v.hasta) - reloj(v.desde)), 0)]
    }),
  )
  const llamadas = new Set<Visita>()
  const delFestivo = new Set<Visita>()
  const delApagon = new Set<Visita>()
  const sinFestivos = new Set<Visita>()
  const sinApagon = new Set<Visita>()
  for (const [clave, suyas] of grupos) {
    const plazo = plazos.get(clave) ?? null
    for (let t = APRENDE * SEMANA; t < fin; t += DIA) {
      const limite = limitOf(plazo, curvaAt(suyas, t, reloj))
      if (limite === null) continue
      const isOver = (v: Visita, r: (t: number) => number) => r(t) - r(v.desde) > limite
      for (const v of suyas) {
        if (v.desde >= t || seenEnd(v) <= t || llamadas.has(v)) continue
        const behind = v.tapada && t >= apagon && t <= apagon + 2 * DIA
        if (isOver(v, reloj) && !behind) {
          llamadas.add(v)
          if (!v.retenida && !isOver(v, relojes.sin)) delFestivo.add(v)
          if (!v.retenida && v.hasta <= t) delApagon.add(v)
        } else if (v.retenida) continue
        else if (isOver(v, reloj)) sinApagon.add(v)
        else if (isOver(v, relojes.con)) sinFestivos.add(v)
      }
    }
  }
  const retenidas = visitas.filter((v) => v.retenida > APRENDE * SEMANA && v.retenida < fin)
  const falsas = [...llamadas].filter((v) => !v.retenida)
  const containers = p.familias.reduce((n, f) => n + f.cuantos, 0)
  return {
    llamadas: llamadas.size,
    enFalso: falsas.length,
    retenidas: retenidas.length,
    halladas: retenidas.filter((v) => llamadas.has(v)).length,
    falsas: (falsas.length / containers / (p.semanas - APRENDE)) * 100,
    delFestivo: delFestivo.size,
    delApagon: delApagon.size,
    sinFestivos: [...sinFestivos].filter((v) => !llamadas.has(v)).length,
    sinApagon: [...sinApagon].filter((v) => !llamadas.has(v)).length,
  }
}
