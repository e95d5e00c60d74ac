import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useInstalacion } from '../../lib/instalacion'
import { Button } from '../../ui/button'
import { CampoClave } from '../../ui/campo-clave'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { correoQuery } from './queries'

/**
 * Mail address for notices.
 * @param fijo users without a password here cannot change it themselves
 */
export function Correo({ fijo }: { fijo: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(correoQuery)
  const hay = useInstalacion()?.correo
  const [abierto, setAbierto] = useState(false)
  if (error && !data)
    return (
      <Fallo
        texto="No se ha podido leer la dirección"
        detalle={error.message}
        ocupado={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data || hay === undefined) return <Skeleton variant="rounded" height={44} />
  if (!hay)
    return (
      <Box sx={{ color: tono('muted'), fontSize: 14 }}>
        Esta instalación no envía correo: quien la administra tiene que indicar antes un servidor.
      </Box>
    )
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Box role="status" sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 550 }}>{data.correo ?? 'Sin dirección'}</Box>
          <Box sx={{ fontSize: 13, color: tono('muted') }}>
            {data.correo ? 'Confirmada' : 'Sin ella no puede recibir avisos por correo.'}
          </Box>
        </Box>
        {data.correo && <BotonPrueba />}
        {!fijo && (
          <Button variant="outlined" color="inherit" onClick={() => setAbierto(true)}>
            {data.correo || data.pendiente ? 'Cambiar' : 'Añadir'}
          </Button>
        )}
      </Box>
      {data.pendiente && (
        <Alert severity="info" variant="outlined" sx={{ mt: 3, overflowWrap: 'anywhere' }}>
          Falta confirmar {data.pendiente}: abre el enlace del correo que te hemos enviado. Vale 48 horas.
        </Alert>
      )}
      {abierto && <CambioCorreo actual={data.correo ?? ''} onClose={() => setAbierto(false)} />}
    </>
  )
}

function BotonPrueba() {
  const aviso = useAviso()
  const probar = useMutation({
    mutationFn: () => call(api.tryCanal, { body: { canal: 'correo' } }),
    onSuccess: ({ error }) => (error ? aviso.error(error) : aviso.exito('Prueba enviada: mira tu correo')),
    onError: (e) => aviso.error(e.message),
  })
  return (
    <Button color="inherit" loading={probar.isPending} onClick={() => probar.mutate()}>
      Enviar prueba
    </Button>
  )
}

function CambioCorreo({ actual, onClose }: { actual: string; onClose: () => void }) {
  const [correo, setCorreo] = useState(actual)
  const [password, setPassword] = useState('')
  const cliente = useQueryClient()
  const aviso = useAviso()
  const cambio = useMutation({
    mutationFn: () => call(api.setCorreo, { body: { correo: correo.trim() || null, password } }),
    onSuccess: (estado) => {
      cliente.setQueryData(correoQuery.queryKey, estado)
      aviso.exito(estado.pendiente ? `Enlace enviado a ${estado.pendiente}` : 'Dirección actualizada')
      onClose()
    },
  })
  const campo = cambio.error instanceof ErrorLlamada ? cambio.error.campo : undefined
  const errorOf = (cual: string) => (campo === cual ? cambio.error?.message : undefined)
  return (
    <DialogoForma
      titulo="Dirección de correo"
      accion={correo.trim() ? 'Enviar el enlace' : 'Quitar la dirección'}
      ocupado={cambio.isPending}
      impedido={!password || (!correo.trim() && !actual)}
      error={campo === 'correo' || campo === 'password' ? undefined : cambio.error?.message}
      onAccept={() => cambio.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Correo"
        type="email"
        autoComplete="email"
        autoFocus
        value={correo}
        onChange={(e) => {
          setCorreo(e.target.value)
          cambio.reset()
        }}
        error={errorOf('correo') !== undefined}
        helperText={
          errorOf('correo') ?? 'Le enviamos un enlace para confirmar que es suya. En blanco, ninguna.'
        }
        slotProps={{ htmlInput: { maxLength: 254, spellCheck: false } }}
      />
      <CampoClave
        etiqueta="Contraseña"
        autoComplete="current-password"
        valor={password}
        onChange={(valor) => {
          setPassword(valor)
          cambio.reset()
        }}
        error={errorOf('password')}
        ayuda="Quien tiene esta dirección puede elegir otra contraseña."
      />
    </DialogoForma>
  )
}
