import ClearIcon from '@mui/icons-material/Clear'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode, Ref } from 'react'
import type { Formato } from '#contract/exportar'
import type { PantallaVista } from '#contract/valores/avisos/vistas'
import { urlOf } from '../../lib/api/api'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Tabla } from '../../ui/tabla/tabla'
import type { PropsTabla } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { VistasGuardadas } from '../vistas/vistas-guardadas'

/** The file of a list; what it is asked with is what a saved view keeps. */
type Fichero = {
  pantalla: PantallaVista
  /** Name of the file without its ending. */
  nombre: string
  /** Address of the call. */
  path: string
  formatos?: readonly Formato[]
  /** Filters, order and columns; told the columns on screen. */
  consultaOf: (visibles: string[]) => object
  /** What only the file is asked with. */
  soloFichero?: object
  /** There is nothing to export. */
  vacio: boolean
  mas?: (close: () => void) => ReactNode
}

type Props<T> = Omit<PropsTabla<T>, 'titulo' | 'error' | 'onRetry' | 'actualizando' | 'vacio' | 'clave'> & {
  ref?: Ref<HTMLDivElement>
  clave: string
  titulo: string
  /** How many there are, in words, beside the title. */
  cuenta?: ReactNode
  /** Beside it: chips of the filters, what is new. */
  tras?: ReactNode
  /** Rows that are marked: their number stands in place of the title. */
  marcadas?: { n: number; onClear: () => void }
  consulta: Pick<UseQueryResult<unknown>, 'error' | 'data' | 'isPlaceholderData' | 'refetch'>
  /** What is said where the list cannot be read; else the server's words. */
  falloOf?: (e: Error) => string | undefined
  /** Asked again as it is, it would be refused again. */
  sinReintento?: boolean
  fichero?: Fichero
  /** What stands where there are no rows. */
  vacio: { texto: string; ayuda?: string; accion?: ReactNode }
  /** Something narrows the list: an empty one offers to take that away. */
  onClear?: (() => void) | false
}

/** Beside a title. */
const CUENTA = {
  fontSize: 13,
  color: tono('muted'),
  minWidth: 0,
  fontVariantNumeric: 'tabular-nums',
} as const

function Titulo({ titulo, cuenta, tras }: Pick<Props<unknown>, 'titulo' | 'cuenta' | 'tras'>) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: cuenta ? { xs: 'column', sm: 'row' } : 'row',
        alignItems: cuenta ? { sm: 'baseline' } : 'center',
        columnGap: 3,
        minWidth: 0,
      }}
    >
      <Typography variant="h3" component="h1" noWrap sx={{ flex: 'none', maxWidth: '100%' }}>
        {titulo}
      </Typography>
      {cuenta && (
        <Typography noWrap role="status" aria-label="Totales" component="div" sx={CUENTA}>
          {cuenta}
        </Typography>
      )}
      {tras}
    </Box>
  )
}

function Marcadas({ n, onClear }: NonNullable<Props<unknown>['marcadas']>) {
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 14 }}>
      <Typography variant="h3" component="h1" noWrap>
        {n.toLocaleString('es')} {n === 1 ? 'seleccionado' : 'seleccionados'}
      </Typography>
      <IconButton size="small" aria-label="Quitar selección" title="Quitar selección" onClick={onClear}>
        <ClearIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  )
}

/**
 * The frame of a screen that is one list: title with a count, filters, what is done to marked rows, the table, saved views and
 * the file; loading, empty and failed states.
 */
export function ListScreen<T extends RowData>({
  ref,
  titulo,
  cuenta,
  tras,
  marcadas,
  consulta,
  falloOf = (e) => e.message,
  sinReintento,
  fichero: f,
  vacio,
  onClear,
  acciones,
  vistas,
  ...tabla
}: Props<T>) {
  return (
    <Box ref={ref} sx={{ flex: 1, minHeight: 0 }}>
      <Tabla
        {...tabla}
        titulo={
          marcadas && marcadas.n > 0 ? (
            <Marcadas {...marcadas} />
          ) : (
            <Titulo titulo={titulo} cuenta={cuenta} tras={tras} />
          )
        }
        acciones={(visibles) => (
          <>
            {acciones?.(visibles)}
            {f && (
              <BotonExportar
                nombre={f.nombre}
                formatos={f.formatos}
                urlDe={(formato) =>
                  urlOf(f.path, undefined, {
                    ...f.consultaOf(visibles),
                    ...f.soloFichero,
                    ...(f.formatos?.length !== 1 && { formato }),
                  })
                }
                vacio={f.vacio}
                mas={f.mas}
              />
            )}
          </>
        )}
        vistas={
          f
            ? (visibles) => <VistasGuardadas pantalla={f.pantalla} consulta={f.consultaOf(visibles)} />
            : vistas
        }
        actualizando={consulta.isPlaceholderData}
        error={consulta.error && !consulta.data ? falloOf(consulta.error) : undefined}
        onRetry={sinReintento ? undefined : () => void consulta.refetch()}
        vacio={
          <EstadoVacio
            {...vacio}
            accion={
              vacio.accion ||
              (onClear && (
                <Button variant="outlined" onClick={onClear}>
                  Limpiar filtros
                </Button>
              ))
            }
          />
        }
      />
    </Box>
  )
}
