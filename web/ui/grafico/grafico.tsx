import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ECharts } from 'echarts/core'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { tono } from '../theme/tono'
import { type Entrada, Leyenda } from './leyenda'
import type { Opcion } from './motor'
import { type Datos, TablaDatos } from './tabla-datos'
import { type Tonos, temaGrafico, useTonos } from './tema-grafico'

const DURACION_MS = 150

type Props = {
  /** Accessible name of the chart. */
  etiqueta: string
  /** A plain sentence that says what it shows. */
  resumen: ReactNode
  /** Chart options with the colours of the current scheme; the same function as long as nothing changed. */
  opcion: (tonos: Tonos) => Opcion
  datos: Datos
  /** CSS pixels. */
  alto: number
  /** Link target of a row's name in the table. */
  link?: (nombre: string) => ReactNode
}

const NINGUNA: ReadonlySet<string> = new Set()

const seriesOf = ({ series }: Opcion) =>
  series === undefined ? [] : Array.isArray(series) ? series : [series]

const entradasOf = (o: Opcion): Entrada[] =>
  seriesOf(o).flatMap(({ name, color }) =>
    name !== undefined && typeof color === 'string' ? [{ nombre: String(name), color }] : [],
  )

/** A chart with its data as a table beside it. The chart library loads when the first chart becomes visible. */
export function Grafico({ etiqueta, resumen, opcion, datos, alto, link }: Props) {
  const caja = useRef<HTMLDivElement>(null)
  const [grafico, setGrafico] = useState<ECharts | null>(null)
  const [fallo, setFallo] = useState(false)
  const [conDatos, setConDatos] = useState(false)
  const [ocultas, setOcultas] = useState<ReadonlySet<string>>(NINGUNA)
  const quieto = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const tonos = useTonos()
  const id = useId()

  useEffect(() => {
    let vivo = true
    let creado: ECharts | undefined
    const observador = new ResizeObserver(() => creado?.resize())
    import('./motor').then(
      ({ createGrafico }) => {
        if (!vivo || !caja.current) return
        creado = createGrafico(caja.current, temaGrafico(tonos))
        observador.observe(caja.current)
        setGrafico(creado)
      },
      () => vivo && setFallo(true),
    )
    return () => {
      vivo = false
      observador.disconnect()
      creado?.dispose()
      setGrafico(null)
    }
  }, [tonos])

  const dibujo = useMemo(() => opcion(tonos), [opcion, tonos])
  const entradas = useMemo(() => entradasOf(dibujo), [dibujo])

  useEffect(() => {
    const series = seriesOf(dibujo).filter((s) => !ocultas.has(String(s.name)))
    grafico?.setOption(
      { animation: !quieto, animationDuration: DURACION_MS, ...dibujo, series },
      { notMerge: true },
    )
  }, [grafico, dibujo, ocultas, quieto])

  const toggle = (nombre: string) => {
    const nuevas = new Set(ocultas)
    if (!nuevas.delete(nombre)) nuevas.add(nombre)
    setOcultas(nuevas)
  }

  return (
    <Box component="figure" aria-label={etiqueta} sx={{ m: 0, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 1 }}>
        <Box component="figcaption" sx={{ flex: 1, minWidth: 0, pt: 1, fontSize: 13, lineHeight: '20px' }}>
          {resumen}
        </Box>
        <Button
          size="small"
          color="inherit"
          startIcon={<TableRowsOutlined />}
          aria-expanded={conDatos || fallo}
          aria-controls={conDatos || fallo ? id : undefined}
          disabled={fallo}
          onClick={() => setConDatos(!conDatos)}
          sx={{ flex: 'none', whiteSpace: 'nowrap' }}
        >
          {conDatos ? 'Ocultar datos' : 'Ver datos'}
        </Button>
      </Box>
      {fallo ? (
        <Box role="status" sx={{ py: 2, fontSize: 13, color: tono('muted') }}>
          No se ha podido cargar el gráfico; estos son sus datos.
        </Box>
      ) : (
        <>
          {entradas.length > 1 && <Leyenda entradas={entradas} ocultas={ocultas} onToggle={toggle} />}
          <Box sx={{ position: 'relative', height: alto }}>
            {!grafico && (
              <Skeleton variant="rounded" height={alto} sx={{ position: 'absolute', inset: 0 }} aria-hidden />
            )}
            <Box
              ref={caja}
              role="img"
              aria-label={`Gráfico: ${etiqueta}`}
              aria-busy={!grafico}
              sx={{ position: 'absolute', inset: 0 }}
            />
          </Box>
        </>
      )}
      {(conDatos || fallo) && (
        <Box id={id} sx={{ mt: 2 }}>
          <TablaDatos etiqueta={etiqueta} datos={datos} link={link} />
        </Box>
      )}
    </Box>
  )
}
