import ClearIcon from '@mui/icons-material/Clear'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode, Ref } from 'react'
import type { Formato } from '#contract/exportar'
import type { PantallaVista } from '#contract/resumen/vistas/values'
import { urlOf } from '../../lib/api/api'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Tabla } from '../../ui/tabla/tabla'
import type { PropsTabla } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { VistasGuardadas } from '../vistas/vistas-guardadas'

/** Export of a list; saved views keep the same query. */
type Fichero = {
  /** Key of its saved views; absent: the user cannot save views. */
  pantalla?: PantallaVista | undefined
  /** File name without extension. */
  nombre: string
  /** Address of the call. */
  path: string
  formatos?: readonly Formato[]
  /** Filters, order and columns; gets the visible columns. */
  consultaOf: (visibles: string[]) => object
  /** Query parameters of the export only. */
  soloFichero?: object
  /** The list is empty. */
  vacio: boolean
  mas?: (close: () => void) => ReactNode
}

type Props<T> = Omit<PropsTabla<T>, 'titulo' | 'error' | 'onRetry' | 'actualizando' | 'vacio' | 'clave'> & {
  ref?: Ref<HTMLDivElement>
  clave: string
  titulo: string
  /** Count as text, beside the title. */
  cuenta?: ReactNode
  /** Beside the count: filter chips, new rows. */
  tras?: ReactNode
  /** Selected rows: their number replaces the title. */
  marcadas?: { n: number; onClear: () => void }
  consulta: Pick<UseQueryResult<unknown>, 'error' | 'data' | 'isPlaceholderData' | 'refetch'>
  /** Message if the list cannot be loaded; else the server's message. */
  falloOf?: (e: Error) => string | undefined
  /** No retry button: the same query would be refused again. */
  sinReintento?: boolean
  fichero?: Fichero
  /** Content of the empty list. */
  vacio: { texto: string; ayuda?: string; accion?: ReactNode }
  /** Clears the filters; if set, the empty list offers it. */
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
 * Layout of a list screen: title with count, filters, batch actions, table, saved views and export; with loading, empty and error states.
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
                urlOf={(formato) =>
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
          f?.pantalla
            ? (visibles) => (
                <VistasGuardadas pantalla={f.pantalla as PantallaVista} consulta={f.consultaOf(visibles)} />
              )
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
