import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FilaEstado } from '#contract/ubicaciones'
import { EnlaceAlta } from '../barra/enlaces'
import { VistasGuardadas } from '../dominio/vistas/vistas-guardadas'
import { urlOf } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { corteOf } from '../lib/lista'
import { useEmpresa } from '../lib/session/empresa'
import { useRecount } from '../lib/use-recount'
import { BotonExportar } from '../ui/exportar/boton-exportar'
import { EstadoVacio } from '../ui/feedback/estado-vacio'
import { useReload } from '../ui/filtros/reload'
import { Tabla } from '../ui/tabla/tabla'
import { tono } from '../ui/theme/tono'
import { BarraFiltros } from './barra-filtros'
import { SIN_FILTROS, TAMANOS, useBusquedaEstados } from './busqueda'
import { columnasEstado } from './columnas'
import { CLAVE_CUENTAS, estadoQuery } from './queries'

const idOf = (f: FilaEstado) => JSON.stringify([f.ubicacion, f.lector])

const n = (v: number, uno: string, varios: string) => `${v.toLocaleString('es')} ${v === 1 ? uno : varios}`

/** How many devices each reader of each location hears. */
export function EstadosPage() {
  const [busqueda, change] = useBusquedaEstados()
  const empresa = useEmpresa()
  const { familia, ubicacion, orden, sentido } = busqueda
  const filtros = useMemo(() => ({ familia, ubicacion, empresa }), [familia, ubicacion, empresa])
  const consulta = useQuery(estadoQuery(filtros))
  useRecount(CLAVE_CUENTAS)
  const { data } = consulta
  const mayor = data?.data.reduce((n, f) => Math.max(n, f.n), 1) ?? 1
  const columnas = useMemo(() => columnasEstado(mayor, familia), [mayor, familia])

  const reload = useReload(consulta.refetch)

  const consultaOf = (visibles: string[]) => ({ ...filtros, orden, sentido, columnas: visibles.join() })
  return (
    <Box sx={{ flex: 1, minHeight: 0 }}>
      <Tabla
        etiqueta="Dispositivos por ubicación y lector"
        clave="estados"
        titulo={
          <Box
            sx={{
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              alignItems: { sm: 'baseline' },
              columnGap: 3,
              minWidth: 0,
            }}
          >
            <Typography variant="h3" component="h1" noWrap sx={{ flex: 'none' }}>
              Estados
            </Typography>
            <Typography
              noWrap
              role="status"
              aria-label="Totales"
              sx={{ fontSize: 13, color: tono('muted'), minWidth: 0, fontVariantNumeric: 'tabular-nums' }}
            >
              {data &&
                `${n(data.dispositivos, 'dispositivo', 'dispositivos')} · ${n(data.ubicaciones, 'ubicación', 'ubicaciones')}`}
            </Typography>
          </Box>
        }
        vistas={(visibles) => <VistasGuardadas pantalla="estados" consulta={consultaOf(visibles)} />}
        acciones={(visibles) => (
          <BotonExportar
            nombre="estado"
            formatos={['xlsx']}
            urlDe={() => urlOf(api.exportEstado.path, undefined, consultaOf(visibles))}
            vacio={!data?.data.length}
          />
        )}
        filtros={<BarraFiltros busqueda={busqueda} change={change} onReload={reload} />}
        columnas={columnas}
        filas={data?.data}
        idDe={idOf}
        vista={JSON.stringify(filtros)}
        tamanos={TAMANOS}
        {...corteOf(busqueda, change)}
        actualizando={consulta.isPlaceholderData}
        error={consulta.error && !data ? consulta.error.message : undefined}
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto="No se encontraron dispositivos con esos filtros"
            ayuda={
              familia || ubicacion
                ? 'Elige otra familia u otra ubicación, o quita los filtros.'
                : 'Todavía no hay ninguno.'
            }
            accion={
              familia || ubicacion ? (
                <Button variant="outlined" onClick={() => void change(SIN_FILTROS)}>
                  Limpiar filtros
                </Button>
              ) : (
                <EnlaceAlta />
              )
            }
          />
        }
      />
    </Box>
  )
}
