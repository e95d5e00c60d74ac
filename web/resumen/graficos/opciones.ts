import { DateTime } from 'luxon'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import type { Opcion } from '../../ui/grafico/motor'
import type { Tonos } from '../../ui/grafico/tema-grafico'
import { isParcial } from './parcial'

export type Dibujo = (t: TablaGrafico, zona: string) => (tonos: Tonos) => Opcion

type Fila = TablaGrafico['filas'][number]

const REJILLA = { left: 8, right: 16, top: 12, bottom: 4, containLabel: true }
const n = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const corto = (v: unknown) => n.format(Number(v))

/** Days in the local format: `5 nov`. */
const diaCorto = (iso: string) => DateTime.fromISO(iso, { zone: 'utc' }).setLocale('es').toFormat('d LLL')

const numeros = (filas: readonly Fila[], i: number) => filas.map((f) => f[i] as number | null)

function rotulosOf(t: TablaGrafico, zona: string): string[] {
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

/** The incomplete current period is drawn paler, and labelled. */
const PALIDO = 0.4

/** Vertical bars, stacked if there is more than one column. */
export const barras =
  (colores: (tonos: Tonos) => string[]): Dibujo =>
  (t, zona) => {
    const parcial = isParcial(t, zona, new Date()) ? t.filas.length - 1 : -1
    const rotulos = rotulosOf(t, zona).map((r, i) => (i === parcial ? `${r}, sin acabar` : r))
    return (tonos) => ({
      ...comunes,
      xAxis: { type: 'category', data: rotulos, axisTick: { show: false } },
      yAxis: valores,
      series: t.columnas.slice(1).map((c, i) => ({
        type: 'bar',
        name: c.titulo,
        color: deColor(colores(tonos), i),
        stack: 'todo',
        barMaxWidth: 28,
        data: numeros(t.filas, i + 1).map((value, fila) =>
          fila === parcial ? { value, itemStyle: { opacity: PALIDO } } : value,
        ),
      })),
    })
  }

/** Horizontal bars, the first row at the top, for long names. */
export const barrasTumbadas =
  (colores: (tonos: Tonos) => string[], series: number[]): Dibujo =>
  (t) =>
  (tonos) => ({
    grid: REJILLA,
    tooltip: { trigger: 'axis', axisPointer: { type: 'none' }, valueFormatter: corto },
    xAxis: valores,
    yAxis: {
      type: 'category',
      inverse: true,
      data: t.filas.map((f) => String(f[0])),
      axisTick: { show: false },
    },
    series: series.map((i, orden) => ({
      type: 'bar',
      name: t.columnas[i]?.titulo,
      color: deColor(colores(tonos), orden),
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

/** Lines over time; `apiladas`: stacked areas. */
export const lineas =
  (colores: (tonos: Tonos) => string[], columnas: number[] | undefined, apiladas = false): Dibujo =>
  (t, zona) =>
  (tonos) => {
    const elegidas = columnas ?? t.columnas.slice(1).map((_, i) => i + 1)
    return {
      ...comunes,
      xAxis: { type: 'category', data: rotulosOf(t, zona), boundaryGap: false, axisTick: { show: false } },
      yAxis: valores,
      series: elegidas.map((i, orden) => ({
        type: 'line',
        name: t.columnas[i]?.titulo,
        color: deColor(colores(tonos), orden),
        showSymbol: t.filas.length < 3,
        connectNulls: true,
        ...(apiladas && { stack: 'todo', areaStyle: { opacity: 0.5 } }),
        data: numeros(t.filas, i),
      })),
    }
  }

const deColor = (colores: string[], i: number) => colores[i % colores.length]

/** Colours for series without an order: as many as `masGrandes` returns. */
export const VARIOS = (c: Tonos): string[] => [c.brand, c.azul, c.amber, c.violeta, c.verde, c.rojo]

const MAX_SERIES = 5

/** The columns with the greatest sums, and the rest merged into one: with more colours they could not be told apart. */
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
