import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SesionAbierta } from '#contract/personas/usuarios/perfil'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora, haceCuanto } from '../../lib/formato'
import { useAhora } from '../../lib/time/ahora'
import { useZona } from '../../lib/time/zona'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { nombreDeAgente } from './agente'
import { sesionesQuery } from './queries'

/** Open sessions of the account, with an action that closes them. */
export function Sesiones() {
  const { data, error, isFetching, refetch } = useQuery(sesionesQuery)
  if (error && !data)
    return (
      <Fallo
        texto="No se han podido leer las sesiones"
        detalle={error.message}
        ocupado={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton variant="rounded" height={64} />
  return (
    <Box component="ul" aria-label="Sesiones abiertas" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.map((s) => (
        <Fila key={s.id} sesion={s} />
      ))}
    </Box>
  )
}

function Fila({ sesion: s }: { sesion: SesionAbierta }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const zona = useZona()
  const ahora = useAhora()
  const nombre = nombreDeAgente(s.agente)
  const cierre = useMutation({
    mutationFn: () => call(api.removeSesion, { params: { id: s.id } }),
    onSuccess: () => aviso.exito('Sesión cerrada'),
    onError: (e) => aviso.error(`No se pudo cerrar la sesión: ${e.message}`),
    onSettled: () => cliente.invalidateQueries({ queryKey: sesionesQuery.queryKey }),
  })
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        py: 2.5,
        '& + &': { borderTop: `1px solid ${tono('line')}` },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 550 }}>{nombre}</Box>
        <Box sx={{ fontSize: 13, color: tono('muted') }}>
          Usada {haceCuanto(s.usada, ahora)} · abierta el {fechaHora(s.creada, zona)}
          {s.direccion && ` · ${s.direccion}`}
        </Box>
      </Box>
      {s.actual ? (
        <Chip size="small" label="Esta sesión" />
      ) : (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          loading={cierre.isPending}
          aria-label={`Cerrar la sesión de ${nombre}`}
          onClick={() => cierre.mutate()}
        >
          Cerrar
        </Button>
      )}
    </Box>
  )
}
