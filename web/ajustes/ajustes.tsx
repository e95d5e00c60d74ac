import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { validateBusquedaUsuarios } from '../administracion/busqueda'
import { CampoEmpresa } from '../administracion/campo-empresa'
import { CLAVE, useEmpresas } from '../administracion/queries'
import { call } from '../lib/api/api'
import { useDireccion } from '../lib/api/direccion'
import { api } from '../lib/api/llamadas'
import { useSesion } from '../lib/session/sesion'
import { Fallo } from '../ui/feedback/fallo'
import { FormularioAjustes } from './formulario'

const ajustesQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'ajustes', empresa],
    queryFn: ({ signal }) => call(api.getAjustes, { params: { id: empresa }, signal }),
  })

/** The ajustes of a company. */
export function Ajustes() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { empresas, nombreOf } = useEmpresas()
  const propia = useSesion()?.empresa ?? 1
  const empresa = busqueda.empresa ?? propia
  const { data, error, isFetching, refetch } = useQuery(ajustesQuery(empresa))
  return (
    <Box sx={{ maxWidth: 880, p: { xs: 4, md: 6 } }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        Los números con los que Retorna decide. Valen para una empresa, se aplican al guardarlos y quedan en
        la auditoría.
      </Typography>
      {empresas && empresas.length > 1 && (
        <CampoEmpresa
          empresas={empresas}
          elegida={empresa}
          onChoose={(id) => void change({ empresa: id })}
          sx={{ mb: 6, width: { xs: '100%', sm: 320 } }}
        />
      )}
      {data ? (
        <FormularioAjustes key={empresa} empresa={empresa} nombre={nombreOf(empresa)} guardados={data} />
      ) : error ? (
        <Fallo
          texto="No se han podido cargar los ajustes"
          detalle={error.message}
          ocupado={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton variant="rounded" height={480} />
      )}
    </Box>
  )
}
