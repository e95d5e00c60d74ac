import Skeleton from '@mui/material/Skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PanelEmpresa } from '../../dominio/administracion/panel-empresa'
import { CLAVE, useEmpresas } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Fallo } from '../../ui/feedback/fallo'
import { FormularioAjustes } from './formulario'

const ajustesQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'ajustes', empresa],
    queryFn: ({ signal }) => call(api.getAjustes, { params: { id: empresa }, signal }),
  })

function AjustesDe({ empresa }: { empresa: number }) {
  const { nombreOf } = useEmpresas()
  const { data, error, isFetching, refetch } = useQuery(ajustesQuery(empresa))
  if (data)
    return <FormularioAjustes key={empresa} empresa={empresa} nombre={nombreOf(empresa)} guardados={data} />
  if (!error) return <Skeleton variant="rounded" height={480} />
  return (
    <Fallo
      texto="No se han podido cargar los ajustes"
      detalle={error.message}
      ocupado={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

/** The ajustes of a company. */
export const Ajustes = () => (
  <PanelEmpresa
    ancho={880}
    ayuda="Los números con los que Retorna decide. Valen para una empresa, se aplican al guardarlos y quedan en la auditoría."
  >
    {(empresa) => <AjustesDe empresa={empresa} />}
  </PanelEmpresa>
)
