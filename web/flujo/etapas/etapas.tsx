import Skeleton from '@mui/material/Skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { EnlaceBoton } from '../../barra/enlaces'
import { PanelEmpresa } from '../../dominio/administracion/panel-empresa'
import { CLAVE, useEmpresas } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { FormularioCiclos } from './formulario'

const ciclosQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'ciclos', empresa],
    queryFn: ({ signal }) => call(api.listCiclos, { params: { id: empresa }, signal }),
    // A refetch on window focus would overwrite what is being edited.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

function EtapasDe({ empresa }: { empresa: number }) {
  const { nombreOf } = useEmpresas()
  const { data, error, isFetching, refetch } = useQuery(ciclosQuery(empresa))
  return error && !data ? (
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
  )
}

/** The loops of a company, with the places of each stage. */
export const Etapas = () => (
  <PanelEmpresa
    ancho={1040}
    ayuda="Un ciclo es el camino que un contenedor recorre una y otra vez: lleno, en consumo, vacío, de vuelta. Cada ubicación pertenece a una etapa. Las familias que van por otro camino tienen su propio ciclo."
  >
    {(empresa) => <EtapasDe empresa={empresa} />}
  </PanelEmpresa>
)
