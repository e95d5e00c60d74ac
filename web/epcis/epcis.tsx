import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { validateBusquedaUsuarios } from '../administracion/busqueda'
import { CampoEmpresa } from '../administracion/campo-empresa'
import { useEmpresas } from '../administracion/queries'
import { useDireccion } from '../lib/api/direccion'
import { useSesion } from '../lib/session/sesion'
import { Fallo } from '../ui/feedback/fallo'
import { Eventos } from './eventos'
import { FormularioEpcis } from './formulario'
import { ajustesQuery } from './queries'
import { Suscripciones } from './suscripciones'

/** EPCIS 2.0 of a company: what it publishes, and to which systems. */
export function Epcis() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { empresas, nombreOf } = useEmpresas()
  const propia = useSesion()?.empresa ?? 1
  const empresa = busqueda.empresa ?? propia
  const { data, error, isFetching, refetch } = useQuery(ajustesQuery(empresa))
  return (
    <Box sx={{ maxWidth: 960, p: { xs: 4, md: 6 }, display: 'flex', flexDirection: 'column', gap: 6 }}>
      <Typography variant="body2" color="textSecondary">
        Lo que ocurre con los contenedores, como lo dice la norma EPCIS 2.0 de GS1: otro sistema lo lee en{' '}
        {location.origin}/epcis/v2 con una clave de API que tenga el permiso «Eventos EPCIS», o lo recibe por
        un webhook.
      </Typography>
      {empresas && empresas.length > 1 && (
        <CampoEmpresa
          empresas={empresas}
          elegida={empresa}
          onChoose={(id) => void change({ empresa: id })}
          sx={{ width: { xs: '100%', sm: 280 } }}
        />
      )}
      {error && !data ? (
        <Fallo
          texto="No se han podido cargar los ajustes de EPCIS"
          detalle={error.message}
          ocupado={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton variant="rounded" height={480} aria-label="Cargando los ajustes de EPCIS" />
      ) : (
        <>
          <FormularioEpcis
            key={`${empresa} ${JSON.stringify(data.ajustes)}`}
            empresa={empresa}
            nombre={nombreOf(empresa)}
            guardado={data}
          />
          <Eventos empresa={empresa} eventos={data.eventos} pendientes={data.pendientes} />
          <Suscripciones empresa={empresa} />
        </>
      )}
    </Box>
  )
}
