import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { PanelEmpresa } from '../../dominio/administracion/panel-empresa'
import { useEmpresas } from '../../dominio/administracion/queries'
import { Fallo } from '../../ui/feedback/fallo'
import { Eventos } from './eventos'
import { FormularioEpcis } from './formulario'
import { ajustesQuery } from './queries'
import { Suscripciones } from './suscripciones'

function EpcisDe({ empresa }: { empresa: number }) {
  const { nombreOf } = useEmpresas()
  const { data, error, isFetching, refetch } = useQuery(ajustesQuery(empresa))
  return error && !data ? (
    <Fallo
      texto="No se han podido cargar los ajustes de EPCIS"
      detalle={error.message}
      ocupado={isFetching}
      onRetry={() => void refetch()}
    />
  ) : !data ? (
    <Skeleton variant="rounded" height={480} aria-label="Cargando los ajustes de EPCIS" />
  ) : (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
      <FormularioEpcis
        key={`${empresa} ${JSON.stringify(data.ajustes)}`}
        empresa={empresa}
        nombre={nombreOf(empresa)}
        guardado={data}
      />
      <Eventos empresa={empresa} eventos={data.eventos} pendientes={data.pendientes} />
      <Suscripciones empresa={empresa} />
    </Box>
  )
}

/** EPCIS 2.0 of a company: what it publishes, and to which systems. */
export const Epcis = () => (
  <PanelEmpresa
    ancho={960}
    ayuda={`Lo que ocurre con los contenedores, como lo dice la norma EPCIS 2.0 de GS1: otro sistema lo lee en ${location.origin}/epcis/v2 con una clave de API que tenga el permiso «Eventos EPCIS», o lo recibe por un webhook.`}
  >
    {(empresa) => <EpcisDe empresa={empresa} />}
  </PanelEmpresa>
)
