import { useColorScheme } from '@mui/material/styles'
import { useEnPapel } from '../theme/papel'
import { LETRA } from '../theme/tema'
import { CLARO, OSCURO } from '../theme/tokens'

/** The tokens as plain colours of the current scheme: a chart cannot read CSS variables. */
export type Tonos = typeof CLARO

export function useTonos(): Tonos {
  const { mode, systemMode } = useColorScheme()
  const enPapel = useEnPapel()
  return (mode === 'system' ? systemMode : mode) === 'dark' && !enPapel ? OSCURO : CLARO
}

const eje = (t: Tonos) => ({
  axisLine: { lineStyle: { color: t.line } },
  axisTick: { lineStyle: { color: t.line } },
  splitLine: { lineStyle: { color: t.line } },
  axisLabel: { color: t.muted, fontSize: 12 },
  nameTextStyle: { color: t.muted, fontSize: 12 },
})

/** Options that all charts share. */
export const temaGrafico = (t: Tonos) => ({
  color: [t.brand, t.azul, t.violeta, t.teal, t.indigo, t.gris],
  backgroundColor: 'transparent',
  textStyle: { fontFamily: LETRA, color: t.ink },
  categoryAxis: eje(t),
  valueAxis: eje(t),
  timeAxis: eje(t),
  tooltip: {
    backgroundColor: t.paper,
    borderColor: t.line,
    borderWidth: 1,
    padding: [6, 10],
    extraCssText: 'border-radius:8px;box-shadow:0 8px 24px rgb(0 0 0 / 0.16)',
    textStyle: { color: t.ink, fontSize: 12 },
    axisPointer: { lineStyle: { color: t.muted } },
  },
})
