import DoneAllIcon from '@mui/icons-material/DoneAllOutlined'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import { AVISOS, GRAVEDADES, isDeRol, TIPOS_AVISO } from '#contract/avisos/avisos/values'
import { EnlaceBoton } from '../../barra/enlaces'
import { useDireccion } from '../../lib/api/direccion'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useSesion } from '../../lib/session/sesion'
import { Button } from '../../ui/button'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { camposOf } from '../../ui/filtros/campos'
import { FiltrosPlegados } from '../../ui/filtros/plegados'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { Tabla } from '../../ui/tabla/tabla'
import { tono } from '../../ui/theme/tono'
import { FILAS_INICIALES, SIN_FILTROS, TAMANOS, validateBusquedaAvisos } from './busqueda'
import { columnasAvisos } from './columnas'
import { avisosQuery, useMark } from './queries'

const GRAVEDAD = { grave: 'Graves', normal: 'Normales' }
const LEIDO = { no: 'Sin leer', si: 'Leídos' }
/** Behind the icon on a phone. */
const PLEGADOS = ['gravedad', 'leido', 'desde', 'hasta'] as const

const idOf = (a: Aviso) => String(a.id)

/** The notices of the user: each row with its text and a link to the screen that deals with it. */
export function AvisosPage() {
  const [busqueda, change] = useDireccion(validateBusquedaAvisos)
  const { pagina = 1, filas = FILAS_INICIALES, ...filtros } = busqueda
  const rol = useSesion()?.rol
  const router = useRouter()
  const consulta = useQuery(avisosQuery(busqueda))
  const { data } = consulta
  const leer = useMark()
  const { mutate: mark } = leer
  const onOpen = useCallback(
    (a: Aviso) => {
      if (!a.leido) mark({ ids: [a.id], leido: true })
      router.history.push(a.enlace)
    },
    [mark, router],
  )
  const columnas = useMemo(
    () => columnasAvisos({ onOpen, onMark: (a) => mark({ ids: [a.id], leido: !a.leido }) }),
    [onOpen, mark],
  )
  usePaginaPasada({ pagina, filas }, change, consulta.isPlaceholderData ? undefined : data?.total)
  const campo = camposOf(busqueda, change)
  const filtrado = Object.values(filtros).some((v) => v !== undefined)
  return (
    <Box sx={{ flex: '1 0 0', minHeight: 480, display: 'flex', p: { xs: 0, md: 4 } }}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 0,
          overflow: 'hidden',
          bgcolor: tono('paper'),
          border: { md: `1px solid ${tono('line')}` },
          borderRadius: { md: '8px' },
        }}
      >
        <Tabla
          etiqueta="Avisos"
          clave="avisos"
          titulo={
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
              <Typography component="h1" sx={{ fontSize: 16, fontWeight: 600 }}>
                Avisos
              </Typography>
              {data && (
                <Box role="status" sx={{ fontSize: 13, color: tono('muted') }}>
                  {data.sin_leer === 0 ? 'todos leídos' : `${data.sin_leer.toLocaleString('es')} sin leer`}
                </Box>
              )}
            </Box>
          }
          acciones={() => (
            <>
              <EnlaceBoton to="/perfil" hash="avisos" size="small" color="inherit" startIcon={<TuneIcon />}>
                Elegir avisos
              </EnlaceBoton>
              <Button
                size="small"
                variant="outlined"
                startIcon={<DoneAllIcon />}
                disabled={!data?.sin_leer}
                loading={leer.isPending && leer.variables.ids === undefined}
                onClick={() => mark({ leido: true })}
              >
                Marcar todos como leídos
              </Button>
            </>
          )}
          filtros={
            <FiltrosPlegados
              etiqueta="Filtros de avisos"
              enVigor={PLEGADOS.filter((c) => busqueda[c] !== undefined).length}
              primero={
                <SelectorFiltro
                  valor={busqueda.tipo}
                  opciones={TIPOS_AVISO.filter((t) => !rol || isDeRol(t, rol))}
                  tell={(t) => AVISOS[t].nombre}
                  onChange={campo('tipo').onChange}
                  nombre="Tipo"
                  todas="Todos los tipos"
                />
              }
            >
              <SelectorFiltro
                valor={busqueda.gravedad}
                opciones={GRAVEDADES}
                tell={(g) => GRAVEDAD[g]}
                onChange={campo('gravedad').onChange}
                nombre="Gravedad"
                todas="Graves y normales"
              />
              <SelectorFiltro
                valor={busqueda.leido}
                opciones={['no', 'si'] as const}
                tell={(l) => LEIDO[l]}
                onChange={campo('leido').onChange}
                nombre="Lectura"
                todas="Leídos y sin leer"
              />
              <div>
                <CampoDia
                  {...campo('desde')}
                  max={busqueda.hasta}
                  etiqueta="Desde"
                  error={
                    busqueda.desde && busqueda.hasta && busqueda.desde > busqueda.hasta
                      ? 'Es posterior al fin.'
                      : undefined
                  }
                />
              </div>
              <div>
                <CampoDia {...campo('hasta')} min={busqueda.desde} etiqueta="Hasta" />
              </div>
            </FiltrosPlegados>
          }
          columnas={columnas}
          filas={data?.data}
          idOf={idOf}
          tamanos={TAMANOS}
          vista={JSON.stringify(filtros)}
          paginacion={{ ...paginacionOf({ pagina, filas }, change), total: data?.total ?? 0 }}
          onOpen={onOpen}
          tonoOf={(a) => (a.gravedad === 'grave' && !a.leido ? 'amber' : undefined)}
          actualizando={consulta.isPlaceholderData}
          error={
            consulta.error && !data
              ? `No se han podido cargar los avisos. ${consulta.error.message}`
              : undefined
          }
          onRetry={() => void consulta.refetch()}
          vacio={
            <EstadoVacio
              texto={filtrado ? 'No hay avisos con esos filtros' : 'Todavía no hay avisos'}
              ayuda={
                filtrado
                  ? 'Prueba con otro tipo, u otros días.'
                  : rol === 'tercero'
                    ? 'Aquí aparece lo que la empresa contesta de las líneas de tu extracto que disputas.'
                    : 'Aquí aparece lo que ocurre: un lector que calla, un golpe, un contenedor que nadie oye.'
              }
              accion={
                filtrado && (
                  <Button variant="outlined" onClick={() => void change(SIN_FILTROS)}>
                    Limpiar filtros
                  </Button>
                )
              }
            />
          }
        />
      </Box>
    </Box>
  )
}
