import { useCallback, useMemo } from 'react'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Grafico } from '../../ui/grafico/grafico'
import type { Tonos } from '../../ui/grafico/tema-grafico'

const n = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** Charts of battery and temperature by hour. */
export function Curvas({ curvas }: { curvas: FichaContenedor['curvas'] }) {
  const zona = useZona()
  const enHora = useCallback((t: string) => fechaHora(t, zona)?.slice(0, 16) ?? '', [zona])
  const rotulos = useMemo(() => curvas.map((c) => enHora(c.t)), [curvas, enHora])
  const opcion = useMemo(
    () => (tonos: Tonos) => ({
      grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
      tooltip: {
        trigger: 'axis' as const,
        valueFormatter: (v: unknown) => (v == null ? '—' : n.format(Number(v))),
      },
      xAxis: { type: 'category' as const, data: rotulos, boundaryGap: false, axisTick: { show: false } },
      yAxis: [
        { type: 'value' as const, min: 0, max: 100, axisLabel: { formatter: '{value} %' } },
        {
          type: 'value' as const,
          scale: true,
          axisLabel: { formatter: '{value} °C' },
          splitLine: { show: false },
        },
      ],
      series: [
        {
          type: 'line' as const,
          name: 'Batería (%)',
          color: tonos.verde,
          showSymbol: false,
          connectNulls: true,
          data: curvas.map((c) => c.bateria),
        },
        {
          type: 'line' as const,
          name: 'Temperatura (°C)',
          color: tonos.amber,
          yAxisIndex: 1,
          showSymbol: false,
          connectNulls: true,
          data: curvas.map((c) => c.temperatura),
        },
      ],
    }),
    [curvas, rotulos],
  )
  const datos = useMemo(
    () => ({
      columnas: [
        { titulo: 'Hora', texto: enHora },
        { titulo: 'Batería (%)' },
        { titulo: 'Temperatura (°C)' },
      ],
      filas: curvas.map((c) => [c.t, c.bateria, c.temperatura]),
    }),
    [curvas, enHora],
  )
  const ultima = curvas.findLast((c) => c.bateria !== null)
  if (curvas.length === 0)
    return <EstadoVacio texto="Sin lecturas en este periodo" ayuda="Elige otros días." />
  return (
    <Grafico
      etiqueta="Batería y temperatura"
      resumen={
        ultima
          ? `La última hora con lecturas, la batería estaba al ${n.format(ultima.bateria as number)} %.`
          : 'Sin datos de batería.'
      }
      opcion={opcion}
      datos={datos}
      alto={240}
    />
  )
}
