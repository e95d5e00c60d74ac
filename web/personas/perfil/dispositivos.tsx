import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { type EstadoPush, estadoPushQuery, subscribeHere, unsubscribeHere } from './push'
import { dispositivosQuery } from './queries'

const IMPEDIMENTO: Partial<Record<EstadoPush['estado'], string>> = {
  no_seguro: 'Este navegador solo admite avisos si la aplicación se abre con https.',
  no_admite: 'Este navegador no admite avisos. En un iPhone, añada antes Retorna a la pantalla de inicio.',
  denegado:
    'El navegador tiene bloqueados los avisos de Retorna. Permítalos en los ajustes del sitio y vuelva a esta página.',
  sin_trabajador: 'La aplicación todavía no está guardada en este dispositivo. Vuelve a cargar la página.',
}

/** Devices with push notifications, this one first. */
export function Dispositivos() {
  const { data, error, isFetching, refetch } = useQuery(dispositivosQuery)
  const { data: este } = useQuery(estadoPushQuery)
  const cliente = useQueryClient()
  const aviso = useAviso()
  const zona = useZona()
  const refresh = () => cliente.invalidateQueries({ queryKey: ['perfil', 'push'] })
  const encender = useMutation({
    mutationFn: async () => call(api.createSuscripcion, { body: await subscribeHere(data?.clave ?? '') }),
    onSuccess: () => aviso.exito('Este dispositivo recibe avisos'),
    onError: (e) => aviso.error(e.message),
    onSettled: refresh,
  })
  const quitar = useMutation({
    mutationFn: async (s: { id: number; aqui: boolean }) => {
      if (s.aqui) await unsubscribeHere()
      await call(api.removeSuscripcion, { params: { id: s.id } })
    },
    onSuccess: () => aviso.exito('Ese dispositivo ya no recibe avisos'),
    onError: (e) => aviso.error(e.message),
    onSettled: refresh,
  })
  const probar = useMutation({
    mutationFn: (suscripcion: number) => call(api.tryCanal, { body: { canal: 'push', suscripcion } }),
    onSuccess: ({ error: motivo }) => (motivo ? aviso.error(motivo) : aviso.exito('Prueba enviada')),
    onError: (e) => aviso.error(e.message),
    onSettled: refresh,
  })
  if (error && !data)
    return (
      <Fallo
        texto="No se han podido leer los dispositivos"
        detalle={error.message}
        ocupado={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data || !este) return <Skeleton variant="rounded" height={64} />
  const direccion = este.estado === 'encendido' ? este.direccion : undefined
  const aqui = data.data.find((s) => s.direccion === direccion)
  const impedimento = IMPEDIMENTO[este.estado]
  return (
    <>
      {impedimento ? (
        <Alert severity="info" variant="outlined">
          {impedimento}
        </Alert>
      ) : (
        <FormControlLabel
          control={
            <Switch
              checked={aqui !== undefined}
              disabled={encender.isPending || quitar.isPending}
              onChange={(_, si) =>
                si ? encender.mutate() : aqui && quitar.mutate({ id: aqui.id, aqui: true })
              }
            />
          }
          label="Recibir avisos en este dispositivo"
        />
      )}
      {data.data.length > 0 && (
        <Box
          component="ul"
          aria-label="Dispositivos que reciben avisos"
          sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}
        >
          {data.data.map((s) => (
            <Box
              component="li"
              key={s.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 2,
                py: 2,
                '& + &': { borderTop: `1px solid ${tono('line')}` },
              }}
            >
              <Box sx={{ flex: 1, minWidth: 160 }}>
                <Box sx={{ fontWeight: 550 }}>{s.aparato}</Box>
                <Box sx={{ fontSize: 13, color: tono('muted') }}>Desde el {fechaHora(s.creada, zona)}</Box>
              </Box>
              {s === aqui && <Chip size="small" label="Este dispositivo" />}
              <Button
                size="small"
                color="inherit"
                loading={probar.isPending && probar.variables === s.id}
                aria-label={`Enviar prueba a ${s.aparato}`}
                onClick={() => probar.mutate(s.id)}
              >
                Enviar prueba
              </Button>
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                aria-label={`Quitar ${s.aparato}`}
                onClick={() => quitar.mutate({ id: s.id, aqui: s === aqui })}
              >
                Quitar
              </Button>
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}
