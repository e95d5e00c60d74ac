import ArrowUpward from '@mui/icons-material/ArrowUpward'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { MAX_INCIDENCIAS } from '#contract/oir/incidencias/values'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import { Tabla } from '../../../ui/tabla/tabla'
import type { Columna, Seleccion } from '../../../ui/tabla/tipos'
import { tinte, tono } from '../../../ui/theme/tono'
import { TAMANOS } from '../busqueda'
import type { Busqueda, ChangeBusqueda } from '../use-busqueda'
import { hayFiltros, SIN_FILTROS } from './filtros-incidencias'
import { countTrabajo } from './filtros-trabajo'
import { isRango } from './rango'
import { VistasIncidencias } from './vistas'

type Props = {
  /** The incidents that pass the filters; undefined during the first load. */
  filas: Incidencia[] | undefined
  columnas: Columna<Incidencia>[]
  busqueda: Busqueda
  change: ChangeBusqueda
  filtros: ReactNode
  /** Batch actions for selected rows; undefined: none is selected. */
  lote: ReactNode
  /** Undefined in views where incidents are not worked on: rows cannot be selected. */
  seleccion: Seleccion | undefined
  /** Active filters, beside the title. */
  chips: ReactNode
  /** Gets the visible columns in their order. */
  acciones: (visibles: string[]) => ReactNode
  vistas: (visibles: string[]) => ReactNode
  /** New incidents that wait to be shown. */
  nuevas: number
  onShowNuevas: () => void
  /** The server has more incidents than it lists. */
  recortada: boolean
  actualizando: boolean
  error: string | undefined
  onRetry: () => void
  onDetalle: (i: Incidencia) => void
  onWiden: () => void
}

const n = (v: number) => v.toLocaleString('es')
const idOf = (i: Incidencia) => String(i.id)
const tonoOf = (i: Incidencia) => (i.revisado ? undefined : ('amber' as const))

export function ListaIncidencias(p: Props) {
  const { busqueda, change } = p
  const comoTrabajo = busqueda.ver === 'abiertas'
  const titulo = comoTrabajo ? 'Incidencias abiertas' : 'Incidencias recientes'
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const vistas = <VistasIncidencias busqueda={busqueda} />
  return (
    <Tabla
      etiqueta={titulo}
      clave={comoTrabajo ? 'incidencias-abiertas' : 'incidencias'}
      seleccion={p.seleccion}
      titulo={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
          <Typography variant="h3" component="h1" noWrap sx={{ flex: 'none', maxWidth: '100%' }}>
            {titulo}
          </Typography>
          {ancha && vistas}
          <Box role="status" sx={{ flex: 'none' }}>
            {p.nuevas > 0 && (
              <Button
                size="small"
                variant="outlined"
                startIcon={<ArrowUpward />}
                onClick={p.onShowNuevas}
                sx={{ whiteSpace: 'nowrap' }}
              >
                {n(p.nuevas)} {p.nuevas === 1 ? 'nueva' : 'nuevas'}
              </Button>
            )}
          </Box>
          {p.chips}
        </Box>
      }
      acciones={p.acciones}
      vistas={p.vistas}
      filtros={
        <>
          {!ancha && <Box sx={{ px: 4, pb: 2, overflowX: 'auto', flex: 'none' }}>{vistas}</Box>}
          {/* A phone has no space for both. */}
          {(ancha || !p.lote) && p.filtros}
          {p.lote}
          {p.recortada && <NotaRecortada />}
        </>
      }
      columnas={p.columnas}
      filas={p.filas}
      idOf={idOf}
      tamanos={TAMANOS}
      orden={{ columna: busqueda.orden, sentido: busqueda.sentido }}
      onOrden={({ columna, sentido }) => void change({ orden: columna, sentido, pagina: undefined })}
      paginacion={{
        pagina: busqueda.pagina,
        filas: busqueda.filas,
        onPagina: (pagina) => void change({ pagina }),
        onFilas: (filas) => void change({ filas, pagina: undefined }),
      }}
      elegida={(i) => i.id === busqueda.incidencia}
      tonoOf={tonoOf}
      onOpen={p.onDetalle}
      actualizando={p.actualizando}
      error={p.error}
      onRetry={p.onRetry}
      vacio={<Vacio {...p} />}
    />
  )
}

function Vacio({ busqueda, change, onWiden }: Props) {
  const clear = (
    <Button variant="outlined" onClick={() => void change(SIN_FILTROS)}>
      Limpiar Filtros
    </Button>
  )
  if (busqueda.ver === undefined && !isRango(busqueda))
    return (
      <EstadoVacio
        texto="El rango de fechas no es válido"
        ayuda="La fecha de fin es anterior a la de inicio. Cambia una de las dos, o vuelve a los últimos tres días."
        accion={clear}
      />
    )
  if (countTrabajo(busqueda) > 0 || (busqueda.ver && hayFiltros(busqueda)))
    return (
      <EstadoVacio
        texto="Ninguna incidencia pasa los filtros"
        ayuda="Quita alguno, o todos, para ver las demás."
        accion={clear}
      />
    )
  if (busqueda.ver === 'abiertas')
    return (
      <EstadoVacio texto="No queda ninguna incidencia abierta" ayuda="Todas están revisadas y cerradas." />
    )
  if (busqueda.buscar)
    return (
      <EstadoVacio
        texto="No hay incidencias de ese dispositivo en estas fechas"
        ayuda="Prueba con otra parte del apodo, amplía las fechas o quita los filtros."
        accion={clear}
      />
    )
  return (
    <EstadoVacio
      texto="No hay incidencias en estas fechas"
      ayuda="Ningún contenedor ha recibido un impacto. Amplía las fechas para ver los anteriores."
      accion={
        <Button variant="outlined" onClick={onWiden}>
          Ver los últimos 30 días
        </Button>
      }
    />
  )
}

function NotaRecortada() {
  return (
    <Box
      role="status"
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 4,
        py: 2,
        fontSize: 13,
        bgcolor: tinte('amber', 10),
        borderTop: `1px solid ${tono('line')}`,
        '& svg': { fontSize: 18, color: tono('amber') },
      }}
    >
      <InfoOutlined />
      Se muestran las {n(MAX_INCIDENCIAS)} incidencias más recientes de estas fechas, y hay más. Acorta las
      fechas para verlas todas.
    </Box>
  )
}
