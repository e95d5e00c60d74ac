import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { validateBusquedaUsuarios } from '../administracion/busqueda'
import { CampoEmpresa } from '../administracion/campo-empresa'
import { CLAVE, useEmpresas } from '../administracion/queries'
import { EnlaceBoton } from '../barra/enlaces'
import { call } from '../lib/api/api'
import { useDireccion } from '../lib/api/direccion'
import { api } from '../lib/api/llamadas'
import { useSesion } from '../lib/session/sesion'
import { EstadoVacio } from '../ui/feedback/estado-vacio'
import { Fallo } from '../ui/feedback/fallo'
import { FormularioCiclos } from './formulario'

const ciclosQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'ciclos', empresa],
    queryFn: ({ signal }) => call(api.listCiclos, { params: { id: empresa }, signal }),
    // A refetch on window focus would overwrite what is being edited.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The loops of a company, with the places of each stage. */
export function Etapas() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { empresas, nombreOf } = useEmpresas()
  const propia = useSesion()?.empresa ?? 1
  const empresa = busqueda.empresa ?? propia
  const { data, error, isFetching, refetch } = useQuery(ciclosQuery(empresa))
  return (
    <Box sx={{ maxWidth: 1040, p: { xs: 4, md: 6 } }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4, maxWidth: 720 }}>
        Un ciclo es el camino que un contenedor recorre una y otra vez: lleno, en consumo, vacío, de vuelta.
        Cada ubicación pertenece a una etapa. Las familias que van por otro camino tienen su propio ciclo.
      </Typography>
      {empresas && empresas.length > 1 && (
        <CampoEmpresa
          empresas={empresas}
          elegida={empresa}
          onChoose={(id) => void change({ empresa: id })}
          sx={{ mb: 6, width: { xs: '100%', sm: 320 } }}
        />
      )}
      {error && !data ? (
        <Fallo
          texto="No se han podido cargar las etapas"
          detalle={error.message}
          ocupado={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton variant="rounded" height={480} aria-label="Cargando las etapas" />
      ) : data.ubicaciones.length === 0 ? (
        <EstadoVacio
          texto="No hay ubicaciones que repartir"
          ayuda="Primero se crean las ubicaciones de la planta en el plano."
          accion={
            <EnlaceBoton to="/special" variant="outlined">
              Ir al plano
            </EnlaceBoton>
          }
        />
      ) : (
        <FormularioCiclos
          key={`${empresa} ${data.version}`}
          empresa={empresa}
          nombre={nombreOf(empresa)}
          guardados={data}
          onReload={() => void refetch()}
        />
      )}
    </Box>
  )
}
