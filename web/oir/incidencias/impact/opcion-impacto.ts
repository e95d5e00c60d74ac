import { enG } from '#contract/values/medidas'
import type { Opcion } from '../../../ui/grafico/motor'
import type { Tonos } from '../../../ui/grafico/tema-grafico'
import type { Detalle } from '../queries'

export const EJES = ['X', 'Y', 'Z'] as const

/** CSS pixels. */
const MARGEN = { izquierda: 92, derecha: 16, arriba: 20 }
const ALTO_EJE = 76
const ENTRE_EJES = 12
/** Labels of the axis that are nearer to each other than this overlap, in CSS pixels. */
const ALTO_RENGLON = 14
/** Dots are drawn while they can be told apart. */
const MAX_PUNTOS = 80

const ms = (v: number) => `${Math.round(v).toLocaleString('es')} ms`
const segundos = (v: number) => `${(v / 1000).toLocaleString('es', { maximumFractionDigits: 2 })} s`
/** From this length on, in ms, the axis is in seconds. */
const LARGO_MS = 3_000

/** One strip per axis of the sensor, all with the same scale and time axis, with the threshold on both sides of zero. */
export function opcionImpacto(muestras: Detalle['muestras'], umbral: number, t: Tonos): Opcion {
  const mayor = Math.max(umbral, ...muestras.flatMap(([, ...a]) => a.map(Math.abs)))
  const limite = mayor * 1.15
  // Beside a hard blow the threshold is next to zero: then only the scale is labelled, and the threshold has no label.
  const alcance = (umbral / limite) * (ALTO_EJE / 2) < ALTO_RENGLON ? mayor : umbral
  const tiempos = muestras.map(([v]) => v)
  const [desde, hasta] = [Math.min(0, ...tiempos), Math.max(0, ...tiempos)]
  const margen = desde === hasta ? 500 : 0
  const enTiempo = hasta - desde >= LARGO_MS ? segundos : ms
  const ultimo = EJES.length - 1
  const arriba = (k: number) => MARGEN.arriba + k * (ALTO_EJE + ENTRE_EJES)
  return {
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      trigger: 'axis',
      formatter: (puntos) => {
        const primero = Array.isArray(puntos) ? puntos[0] : puntos
        const m = muestras[primero?.dataIndex ?? -1]
        if (!m) return ''
        const [v, ...a] = m
        return [enTiempo(v), ...EJES.map((eje, k) => `${eje} ${enG(a[k] ?? null)}`)].join('<br>')
      },
    },
    grid: EJES.map((_, k) => ({
      left: MARGEN.izquierda,
      right: MARGEN.derecha,
      top: arriba(k),
      height: ALTO_EJE,
    })),
    xAxis: EJES.map((_, k) => ({
      type: 'value',
      gridIndex: k,
      min: desde - margen,
      max: hasta + margen,
      axisLine: { onZero: false },
      axisTick: { show: k === ultimo },
      axisLabel: { show: k === ultimo, formatter: enTiempo, hideOverlap: true },
      splitLine: { show: false },
      axisPointer: { label: { show: false } },
    })),
    yAxis: EJES.map((eje, k) => ({
      type: 'value',
      gridIndex: k,
      name: eje,
      nameLocation: 'middle',
      nameRotate: 0,
      nameGap: 68,
      nameTextStyle: { color: t.ink, fontSize: 14, fontWeight: 600 },
      min: -limite,
      max: limite,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        customValues: [-alcance, 0, alcance],
        formatter: (v: number) => (v === 0 ? '0 g' : enG(v)),
      },
      splitLine: { show: false },
    })),
    series: EJES.map((eje, k) => ({
      type: 'line',
      name: eje,
      xAxisIndex: k,
      yAxisIndex: k,
      data: muestras.map((m) => [m[0], m[(k + 1) as 1 | 2 | 3]]),
      symbol: 'circle',
      symbolSize: 5,
      showSymbol: muestras.length <= MAX_PUNTOS,
      lineStyle: { width: 1.5, color: t.brand },
      itemStyle: { color: t.brand },
      markLine: {
        silent: true,
        symbol: 'none',
        animation: false,
        lineStyle: { color: t.rojo, type: 'dashed', width: 1 },
        label: { show: false },
        data: [
          {
            yAxis: umbral,
            label: {
              show: k === 0,
              position: 'insideEndTop',
              formatter: 'umbral',
              color: t.rojo,
              fontSize: 12,
            },
          },
          { yAxis: -umbral },
          { yAxis: 0, lineStyle: { color: t.line, type: 'solid' } },
          { xAxis: 0, lineStyle: { color: t.muted, type: 'dotted' } },
        ],
      },
    })),
  }
}

export const magnitud = ([, x, y, z]: Detalle['muestras'][number]) => Math.hypot(x, y, z)

/** Half of the last digit of a peak, plus the rounding loss of its storage. */
const MISMO_G = 0.0051

/** The content of the strips, as a sentence. The sample of the peak is shown with the peak's own figure. */
export function sumUp(muestras: Detalle['muestras'], pico: number | null, umbral: number): string {
  const mayor = muestras.reduce((a, b) => (magnitud(b) > magnitud(a) ? b : a))
  const [ms, ...ejes] = mayor
  const eje = EJES[ejes.reduce((m, v, k) => (Math.abs(v) > Math.abs(ejes[m] ?? 0) ? k : m), 0)]
  const cuando = ms === 0 ? 'en el instante del impacto' : `a los ${Math.round(ms).toLocaleString('es')} ms`
  const g = magnitud(mayor)
  const dicha = pico !== null && Math.abs(pico - g) < MISMO_G ? pico : g
  const cuantas = muestras.length === 1 ? '1 muestra' : `${muestras.length} muestras`
  return `${cuantas}: la mayor, de ${enG(dicha)}, llega ${cuando}, sobre todo en el eje ${eje}. El umbral es ±${enG(umbral)}.`
}
