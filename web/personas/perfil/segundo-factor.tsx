import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { sesionQuery } from '../../lib/session/sesion'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { factorQuery } from './queries'
import { RemoveFactor } from './remove-factor'

const TurnOnFactor = lazy(() => import('./turn-on-factor').then((m) => ({ default: m.TurnOnFactor })))

export function SegundoFactor() {
  const { data, error, isFetching, refetch } = useQuery(factorQuery)
  const [abierto, setAbierto] = useState<'activar' | 'quitar'>()
  const cliente = useQueryClient()
  const close = () => {
    setAbierto(undefined)
    void cliente.invalidateQueries({ queryKey: factorQuery.queryKey })
    void cliente.fetchQuery({ ...sesionQuery, staleTime: 0 })
  }
  if (error && !data)
    return (
      <Fallo
        texto="No se ha podido leer el segundo factor"
        detalle={error.message}
        ocupado={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton variant="rounded" height={44} />
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 200, display: 'flex', alignItems: 'center', gap: 2 }}>
        <VerifiedUserOutlined sx={{ color: tono(data.activo ? 'verde' : 'muted') }} />
        <Box role="status">
          <Box sx={{ fontWeight: 550 }}>{data.activo ? 'Activado' : 'Desactivado'}</Box>
          {data.activo && (
            <Box sx={{ fontSize: 13, color: tono(data.codigos < 3 ? 'amber' : 'muted') }}>
              {data.codigos === 1
                ? 'Queda 1 código de recuperación.'
                : `Quedan ${data.codigos} códigos de recuperación.`}
            </Box>
          )}
        </Box>
      </Box>
      {data.activo ? (
        <Button variant="outlined" color="inherit" onClick={() => setAbierto('quitar')}>
          Desactivar
        </Button>
      ) : (
        <Button variant={data.pendiente ? 'contained' : 'outlined'} onClick={() => setAbierto('activar')}>
          Activar
        </Button>
      )}
      {abierto === 'activar' && (
        <Suspense>
          <TurnOnFactor onClose={close} />
        </Suspense>
      )}
      {abierto === 'quitar' && <RemoveFactor onClose={close} />}
    </Box>
  )
}
