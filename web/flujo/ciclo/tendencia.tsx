import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { DateTime } from 'luxon'
import { useCallback, useMemo } from 'react'
import type { CuadroCiclo } from '#contract/flujo/ciclos/cuadro'
import { useZona } from '../../lib/time/zona'
import { Grafico } from '../../ui/grafico/grafico'
import type { Opcion } from '../../ui/grafico/motor'
import type { Tonos } from '../../ui/grafico/tema-grafico'
import { Seccion } from '../../ui/seccion'
import type { Figura } from './busqueda'
import { EnlaceCifra } from './escalera'
import { decimal } from './textos'

const VUELTAS = 'vueltas'

type Semana = { rotulo: string; n: number; mediana: number | null; desde: string; hasta: string }

function semanasOf(ciclo: CuadroCiclo, etapa: number | undefined, zona: string): Semana[] {
  return ciclo.semanas.map((s, i) => {
    const dia = DateTime.fromISO(s.desde, { zone: zona }).setLocale('es').toFormat('d LLL')
    const suya = s.etapas.find((e) => e.id === etapa)
    return {
      rotulo: i === ciclo.semanas.length - 1 ? `${dia}, sin acabar` : dia,
      n: etapa === undefined ? s.vueltas : (suya?.n ?? 0),
      mediana: etapa === undefined ? s.mediana_d : (suya?.mediana_h ?? null),
      desde: s.desde,
      hasta: s.hasta,
    }
  })
}

/** The last whole week compared with the weeks before, as text. */
function formatTendencia(semanas: readonly Semana[], que: string, unidad: string): string {
  const enteras = semanas.slice(0, -1).filter((s) => s.mediana !== null)
  const ultima = enteras.at(-1)
  if (!ultima || ultima.mediana === null) return 'Todavía no hay ninguna semana entera que medir.'
  const previas = enteras.slice(0, -1).map((s) => s.mediana as number)
  const media = previas.reduce((a, b) => a + b, 0) / previas.length
  const cambio = previas.length && media > 0 ? ultima.mediana / media - 1 : null
  const frase = `${que} de la semana del ${ultima.rotulo}: mediana de ${decimal(ultima.mediana)} ${unidad}`
  if (cambio === null) return `${frase}.`
  const p = Math.round(Math.abs(cambio) * 100)
  return p < 3
    ? `${frase}, como las anteriores.`
    : `${frase}, un ${p} % ${cambio > 0 ? 'más' : 'menos'} que la media de las anteriores.`
}

type Props = {
  ciclo: CuadroCiclo
  familia: string | undefined
  etapa: number | undefined
  onEtapa: (etapa: number | undefined) => void
}

/** Duration of a round, or a stay, by week. */
export function Tendencia({ ciclo, familia, etapa, onEtapa }: Props) {
  const zona = useZona()
  const elegida = ciclo.etapas.find((e) => e.id === etapa)
  const semanas = useMemo(() => semanasOf(ciclo, elegida?.id, zona), [ciclo, elegida?.id, zona])
  const [que, unidad] = elegida
    ? ([`Estancias en ${elegida.nombre}`, 'h'] as const)
    : (['Vueltas', 'días'] as const)
  const medida = `Mediana (${unidad})`
  const opcion = useCallback(
    (tonos: Tonos): Opcion => ({
      grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
      tooltip: { trigger: 'axis', valueFormatter: (v) => (v === null ? '—' : decimal(Number(v))) },
      xAxis: { type: 'category', data: semanas.map((s) => s.rotulo), axisTick: { show: false } },
      yAxis: { type: 'value', min: 0, axisLabel: { formatter: (v: number) => decimal(v) } },
      series: [
        {
          type: 'line',
          name: medida,
          color: tonos.brand,
          symbolSize: 7,
          data: semanas.map((s) => s.mediana),
        },
      ],
    }),
    [semanas, medida],
  )
  const figuraOf = (s: Semana): Figura => ({
    que: elegida ? 'estancias' : 'vueltas',
    ciclo: ciclo.id,
    familia,
    etapa: elegida?.id,
    desde: s.desde,
    hasta: s.hasta,
  })
  return (
    <Seccion
      titulo="Semana a semana"
      acciones={
        <TextField
          select
          size="small"
          label="De"
          value={elegida ? String(elegida.id) : VUELTAS}
          onChange={(x) => onEtapa(x.target.value === VUELTAS ? undefined : Number(x.target.value))}
          sx={{ minWidth: 160 }}
        >
          <MenuItem value={VUELTAS}>Vueltas</MenuItem>
          {ciclo.etapas.map((e) => (
            <MenuItem key={e.id} value={String(e.id)}>
              {e.nombre}
            </MenuItem>
          ))}
        </TextField>
      }
    >
      <Grafico
        etiqueta={`${que} por semana`}
        resumen={formatTendencia(semanas, que, unidad)}
        opcion={opcion}
        alto={200}
        datos={{
          columnas: [{ titulo: 'Semana', enOrden: true }, { titulo: que }, { titulo: medida }],
          filas: semanas.map((s) => [s.rotulo, s.n, s.mediana]),
        }}
        link={(rotulo) => {
          const s = semanas.find((x) => x.rotulo === rotulo)
          return s ? <EnlaceCifra figura={figuraOf(s)}>{rotulo}</EnlaceCifra> : <Box>{rotulo}</Box>
        }}
      />
    </Seccion>
  )
}
