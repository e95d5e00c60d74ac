import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CUANDOS, type Cuando, DE_PANTALLA } from '#contract/resumen/vistas/values'
import type { ListaVistas, Vista } from '#contract/resumen/vistas/vistas'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { useZona } from '../../lib/time/zona'
import { Button } from '../../ui/button'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { CUANDO } from './textos'

const FORMATO = { xlsx: 'Excel (.xlsx)', pdf: 'PDF (.pdf)' } as const

type Props = {
  vista: Vista
  correo: ListaVistas['correo']
  direccion: string | null
  onClose: () => void
  onDone: (texto: string) => void
}

/** When and in which format a view is mailed to the user. */
export function SendVista({ vista, correo, direccion, onClose, onDone }: Props) {
  const { envio } = vista
  const { formatos } = DE_PANTALLA[vista.pantalla]
  const [cuando, setCuando] = useState<Cuando>(envio?.cuando ?? 'dia')
  const [hora, setHora] = useState(envio?.hora ?? '07:00')
  const [formato, setFormato] = useState(envio?.formato ?? 'xlsx')
  const empresa = useEmpresa()
  const zona = useZona()
  const params = { id: vista.id }
  const save = useMutation({
    mutationFn: () => call(api.setEnvioVista, { params, body: { formato, cuando, hora, empresa } }),
    onSuccess: (v) => onDone(`La recibirás por correo a partir del ${fechaHora(v.envio?.siguiente, zona)}`),
  })
  const stop = useMutation({
    mutationFn: () => call(api.removeEnvioVista, { params }),
    onSuccess: () => onDone('Ya no la recibirás por correo'),
  })
  const listo = correo === 'listo'
  return (
    <DialogoForma
      titulo={`Enviar «${vista.nombre}» por correo`}
      accion={envio ? 'Guardar' : 'Enviar'}
      ocupado={save.isPending}
      impedido={!listo || hora === ''}
      error={save.error?.message ?? stop.error?.message}
      onAccept={() => save.mutate()}
      onClose={onClose}
      mas={
        envio && (
          <Button color="error" loading={stop.isPending} onClick={() => stop.mutate()}>
            Dejar de enviarla
          </Button>
        )
      }
    >
      {correo === 'sin_servidor' && (
        <Alert severity="info" variant="outlined">
          Esta instalación no tiene un servidor de correo. Quien la administra puede ponerlo (SMTP_URL y
          SMTP_DE).
        </Alert>
      )}
      {correo === 'sin_direccion' && (
        <Alert severity="info" variant="outlined">
          No tienes una dirección de correo confirmada. <Link to="/perfil">Ponla en tu perfil</Link> y sigue
          el enlace que recibirás.
        </Alert>
      )}
      {envio?.error && (
        <Alert severity="warning" variant="outlined">
          La última no llegó. {envio.error}
        </Alert>
      )}
      <TextField
        select
        label="Cuándo"
        value={cuando}
        onChange={(e) => setCuando(e.target.value as Cuando)}
        disabled={!listo}
        fullWidth
      >
        {CUANDOS.map((c) => (
          <MenuItem key={c} value={c}>
            {CUANDO[c]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="time"
        label="Hora de la planta"
        value={hora}
        onChange={(e) => setHora(e.target.value)}
        disabled={!listo}
        fullWidth
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {formatos.length > 1 && (
        <TextField
          select
          label="Formato"
          value={formato}
          onChange={(e) => setFormato(e.target.value as typeof formato)}
          disabled={!listo}
          fullWidth
          helperText={listo ? `Llegará a ${direccion}, con lo que puedas ver en ese momento.` : undefined}
        >
          {formatos.map((f) => (
            <MenuItem key={f} value={f}>
              {FORMATO[f]}
            </MenuItem>
          ))}
        </TextField>
      )}
    </DialogoForma>
  )
}
