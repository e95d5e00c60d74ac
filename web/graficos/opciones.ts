import { DateTime } from 'luxon'
import type { TablaGrafico } from '#contract/graficos'
import type { Opcion } from '../ui/grafico/motor'
import type { Tonos } from '../ui/grafico/tema-grafico'

export type Dibujo = (t: TablaGrafico, zona: string) => (tonos: Tonos) => Opcion

type Fila = TablaGrafico['filas'][number]

const REJILLA = { left: 8, right: 16, top: 28, bottom: 4, containLabel: true }
const n = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const corto = (v: unknown) => n.format(Number(v))

/** Days as people here say them: `5 nov`. */
const diaCorto = (iso: string) => DateTime.fromISO(iso, { zone: 'utc' }).setLocale('es').toFormat('d LLL')

const numeros = (filas: readonly Fila[], i: number) => filas.map((f) => f[i] as number | null)

function rotulosDe(t: TablaGrafico, zona: string): string[] {
  const tipo = t.columnas[0]?.tipo
  return t.filas.map(([v]) => {
    if (tipo === 'dia') return diaCorto(String(v))
    return tipo === 'instante'
      ? DateTime.fromISO(String(v), { zone: zona }).toFormat('dd/MM HH:mm')
      : String(v)
  })
}

const comunes = { grid: REJILLA, tooltip: { trigger: 'axis' as const, valueFormatter: corto } }
const valores = { type: 'value' as const, min: 0, minInterval: 1, axisLabel: { formatter: corto } }

/** Names stand beside what they name: at the end of each line, or over a stack. */
const leyenda = (t: TablaGrafico) =>
  t.columnas.length > 2
    ? { legend: { type: 'scroll' as const, top: 0, left: 0, itemWidth: 12, itemHeight: 8 } }
    : {}

/** Bars that stand; with more than one column, one over the other. */
export const barras =
  (colores: (tonos: Tonos) => string[], hastaColumna?: number): Dibujo =>
  (t, zona) =>
  (tonos) => ({
    ...comunes,
    ...leyenda(hastaColumna ? { ...t, columnas: t.columnas.slice(0, hastaColumna + 1) } : t),
    color: colores(tonos),
    xAxis: { type: 'category', data: rotulosDe(t, zona), axisTick: { show: false } },
    yAxis: valores,
    series: t.columnas.slice(1, (hastaColumna ?? t.columnas.length) + 1).map((c, i) => ({
      type: 'bar',
      name: c.titulo,
      stack: 'todo',
      barMaxWidth: 28,
      data: numeros(t.filas, i + 1),
    })),
  })

/** Bars that lie, the first row at the top, for names that are long. */
export const barrasTumbadas =
  (colores: (tonos: Tonos) => string[], series: number[]): Dibujo =>
  (t) =>
  (tonos) => ({
    grid: { ...REJILLA, top: series.length > 1 ? 28 : 8 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'none' }, valueFormatter: corto },
    ...(series.length > 1 && { legend: { top: 0, left: 0, itemWidth: 12, itemHeight: 8 } }),
    color: colores(tonos),
    xAxis: valores,
    yAxis: {
      type: 'category',
      inverse: true,
      data: t.filas.map((f) => String(f[0])),
      axisTick: { show: false },
    },
    series: series.map((i) => ({
      type: 'bar',
      name: t.columnas[i]?.titulo,
      barMaxWidth: 18,
      data: numeros(t.filas, i),
      label: {
        show: series.length === 1,
        position: 'right',
        formatter: ({ value }) => corto(value),
        color: tonos.muted,
      },
    })),
  })

/** Lines over time; `apiladas`: areas that add up. */
export const lineas =
  (
    colores: ((tonos: Tonos) => string[]) | undefined,
    columnas: number[] | undefined,
    apiladas = false,
  ): Dibujo =>
  (t, zona) =>
  (tonos) => {
    const elegidas = columnas ?? t.columnas.slice(1).map((_, i) => i + 1)
    return {
      ...comunes,
      ...(elegidas.length > 1 && {
        legend: { type: 'scroll', top: 0, left: 0, itemWidth: 12, itemHeight: 8 },
      }),
      ...(colores && { color: colores(tonos) }),
      xAxis: { type: 'category', data: rotulosDe(t, zona), boundaryGap: false, axisTick: { show: false } },
      yAxis: valores,
      series: elegidas.map((i) => ({
        type: 'line',
        name: t.columnas[i]?.titulo,
        showSymbol: t.filas.length < 3,
        connectNulls: true,
        ...(apiladas && { stack: 'todo', areaStyle: { opacity: 0.5 } }),
        data: numeros(t.filas, i),
      })),
    }
  }

/** Colours for many series whose order means nothing. */
export const VARIOS = (c: Tonos): string[] => [
  c.brand,
  c.azul,
  c.amber,
  c.violeta,
  c.verde,
  c.rojo,
  c.indigo,
  c.lima,
  c.gris,
  c.amarillo,
  c.teal,
  c.muted,
]

const MAX_SERIES = 5

/** The columns with the greatest sums, and the others as one: more colours than these nobody tells apart. */
export function masGrandes(t: TablaGrafico): TablaGrafico {
  if (t.columnas.length - 1 <= MAX_SERIES + 1) return t
  const suma = (i: number) => t.filas.reduce((s, f) => s + Number(f[i] ?? 0), 0)
  const orden = t.columnas
    .map((_, i) => i)
    .slice(1)
    .sort((a, b) => suma(b) - suma(a))
  const [grandes, resto] = [orden.slice(0, MAX_SERIES), orden.slice(MAX_SERIES)]
  return {
    ...t,
    columnas: [...[0, ...grandes].flatMap((i) => t.columnas[i] ?? []), { titulo: 'Otras', tipo: 'numero' }],
    filas: t.filas.map((f) => [
      ...[0, ...grandes].map((i) => f[i] ?? null),
      resto.reduce((s, i) => s + Number(f[i] ?? 0), 0),
    ]),
  }
}
