import { type Historia, HORIZONTE } from '#server/platform/math/historia'
import { SALIDAS_MIN, SEMANAS_SALIDAS } from '#server/platform/math/prevision'
import { buildSeries, hoursOf, kindOf, type Serie } from '#server/platform/math/series'
import { percentile } from '../medidas'
import { type Data, orderByItem, type Visitas } from './leer'

const WEEK_MS = 7 * 86_400_000
/** Share of the time, at the beginning, that is not judged. */
const BEFORE = 0.75
/** Against wrong clocks: if all but the outermost share `DESLIZ` of rows span less than `LENGTH` of the whole time, that span counts. */
const [DESLIZ, LENGTH] = [0.002, 0.8]

/** A forecast series: a stage and a family, or several small families. */
export type Prevista = { nombre: string; historia: Historia; minimo: number }

export type Preparado = {
  horas: Float64Array
  /** First judged hour. */
  ini: number
  series: Prevista[]
}

/** Begin and end of the visits, Unix ms. */
function spanOf(v: Visitas): [number, number] {
  const desde = Float64Array.from(v.desde).sort()
  const n = desde.length
  const salto = Math.ceil(n * DESLIZ)
  const [a, b] = [desde[salto] as number, desde[n - 1 - salto] as number]
  let [ini, fin] = [desde[0] as number, desde[n - 1] as number]
  for (const t of v.hasta) if (t < Number.POSITIVE_INFINITY) fin = Math.max(fin, t)
  return n > 500 && b - a < LENGTH * (fin - ini) ? [a, b] : [ini, fin]
}

/** The series of each visit: stage and family if that has enough departures in the 8 weeks before `corte`, else the small families. */
function groupVisitas(v: Visitas, corte: number): { serie: Int32Array; nombres: string[] } {
  const nf = v.familias.length
  const salidas = new Int32Array(v.etapas.length * nf)
  const desde = corte - SEMANAS_SALIDAS * WEEK_MS
  for (let i = 0; i < v.item.length; i++) {
    const t = v.hasta[i] as number
    const clave = (v.etapa[i] as number) * nf + (v.familia[i] as number)
    if (t >= desde && t < corte) salidas[clave] = (salidas[clave] as number) + 1
  }
  const numero = new Int32Array(salidas.length).fill(-1)
  const nombres: string[] = []
  for (const [e, etapa] of v.etapas.entries()) {
    const suyas = v.familias.map((_, f) => e * nf + f)
    const pocas = suyas.filter((k) => (salidas[k] as number) < SALIDAS_MIN)
    for (const k of suyas)
      if ((salidas[k] as number) >= SALIDAS_MIN)
        numero[k] = nombres.push(`${etapa} ${v.familias[k % nf]}`) - 1
    if (pocas.reduce((s, k) => s + (salidas[k] as number), 0) < SALIDAS_MIN) continue
    const joined = nombres.push(`${etapa} (otras)`) - 1
    for (const k of pocas) numero[k] = joined
  }
  return { serie: v.etapa.map((e, i) => numero[e * nf + (v.familia[i] as number)] as number), nombres }
}

type Pasos = { a: number; parte: number }[][]

/** Predecessors of each series, with the share of their departures that comes here, as known before `corte`. */
function stepsOf(v: Visitas, serie: Int32Array, n: number, corte: number): Pasos {
  const veces = new Map<number, number>()
  const salidas = new Float64Array(n)
  const order = orderByItem(v)
  for (let k = 0; k + 1 < order.length; k++) {
    const [a, b] = [order[k] as number, order[k + 1] as number]
    const [de, a2] = [serie[a] as number, serie[b] as number]
    if (v.item[a] !== v.item[b] || (v.desde[b] as number) >= corte || de < 0 || a2 < 0 || de === a2) continue
    veces.set(de * n + a2, (veces.get(de * n + a2) ?? 0) + 1)
    salidas[de] = (salidas[de] as number) + 1
  }
  const pasos: Pasos = Array.from({ length: n }, () => [])
  for (const [clave, cuantas] of veces) {
    const de = Math.floor(clave / n)
    pasos[clave % n]?.push({ a: de, parte: cuantas / (salidas[de] as number) })
  }
  return pasos
}

function mixAntes(series: readonly Serie[], pasos: Pasos[number]): Historia['antes'] {
  if (!pasos.length) return null
  const n = (series[0] as Serie).stock.length
  const before = { stock: new Float64Array(n), salidas: new Float64Array(n) }
  for (const { a, parte } of pasos) {
    const s = series[a] as Serie
    for (let i = 0; i < n; i++) {
      before.stock[i] = (before.stock[i] as number) + parte * (s.stock[i] as number)
      before.salidas[i] = (before.salidas[i] as number) + parte * (s.salidas[i] as number)
    }
  }
  return before
}

/** Series of the visits. Small families, predecessors, pool and minimum (10th percentile of stock) are of the first three quarters. */
export function prepare({ visitas: v, abierto, desfase }: Data): Preparado {
  const [desde, hasta] = spanOf(v)
  const corte = desde + BEFORE * (hasta - desde)
  const horas = hoursOf(abierto ?? [[desde, hasta + 1]], desde, hasta, desfase)
  const clase = Uint8Array.from(horas, (t) => kindOf(t, desfase(t)))
  const ini = horas.findIndex((t) => t >= corte)
  const { serie, nombres } = groupVisitas(v, corte)
  const series = buildSeries({ serie, desde: v.desde, hasta: v.hasta }, nombres.length, horas)
  const pasos = stepsOf(v, serie, nombres.length, corte)
  const vistos = nombres.map(() => new Set<number>())
  for (let i = 0; i < v.item.length; i++)
    if ((v.desde[i] as number) < corte) vistos[serie[i] as number]?.add(v.item[i] as number)
  return {
    horas,
    ini: ini < 0 ? horas.length : ini,
    series: series.map((s, i) => ({
      nombre: nombres[i] as string,
      historia: {
        ...s,
        clase,
        pool: vistos[i]?.size ?? 0,
        antes: mixAntes(series, pasos[i] as Pasos[number]),
      },
      minimo: percentile([...s.stock.subarray(0, ini)], 0.1),
    })),
  }
}

export const HORAS_DESPUES = HORIZONTE
