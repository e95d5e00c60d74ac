import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Confirm } from '../../ui/feedback/confirm'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { seguridadQuery } from './queries'

export function Seguridad() {
  const id = useId()
  const { data, error, isFetching, refetch } = useQuery(seguridadQuery)
  const [confirmar, setConfirmar] = useState(false)
  const change = useCambio(
    (required: boolean) => call(api.setSeguridad, { body: { exigir_segundo_factor: required } }),
    (required) => (required ? 'Se exige el segundo factor' : 'Ya no se exige el segundo factor'),
    true,
  )
  if (error && !data)
    return (
      <Fallo
        texto="No se han podido cargar los ajustes de seguridad"
        detalle={error.message}
        ocupado={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Box sx={{ maxWidth: 720, p: { xs: 4, md: 6 } }}>
      {data ? (
        <Box
          sx={{
            display: 'flex',
            gap: 4,
            p: 4,
            border: `1px solid ${tono('line')}`,
            borderRadius: '8px',
          }}
        >
          <Box sx={{ flex: 1 }}>
            <Typography id={id} sx={{ fontWeight: 550 }}>
              Exigir el segundo factor a los administradores
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              Quien sea administrador y no lo tenga solo podrá entrar en su perfil, para activarlo. Vale para
              toda la instalación.
            </Typography>
          </Box>
          <Switch
            slotProps={{ input: { 'aria-labelledby': id } }}
            checked={data.exigir_segundo_factor}
            disabled={change.isPending}
            onChange={(e) => (e.target.checked ? setConfirmar(true) : change.mutate(false))}
          />
        </Box>
      ) : (
        <Skeleton variant="rounded" height={96} />
      )}
      {change.error && (
        <Alert severity="error" variant="outlined" sx={{ mt: 4 }}>
          {change.error.message}{' '}
          {change.error instanceof ErrorLlamada && change.error.code === 'segundo_factor_propio' && (
            <Link to="/perfil" style={{ color: tono('brand') }}>
              Ir a mi perfil
            </Link>
          )}
        </Alert>
      )}
      <Confirm
        abierto={confirmar}
        titulo="Exigir el segundo factor"
        texto="Los administradores que no lo tengan perderán el acceso a todo menos a su perfil hasta que lo activen."
        accion="Exigir"
        onCancel={() => setConfirmar(false)}
        onConfirm={() => {
          setConfirmar(false)
          change.mutate(true)
        }}
      />
    </Box>
  )
}
