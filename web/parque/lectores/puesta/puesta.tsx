import ClearIcon from '@mui/icons-material/Clear'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { Lector } from '#contract/parque/lectores/lectores'
import { lectoresQuery } from '../../../dominio/administracion/queries'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/feedback/confirm'
import { Fallo } from '../../../ui/feedback/fallo'
import { dispositivoLectorQuery } from '../queries'
import { Alta } from './alta'
import { type Clave, Conexion } from './conexion'
import { Escucha } from './escucha'
import { Lugar } from './lugar'

const CADA_MS = 3_000

type Props = {
  /** Undefined: a new reader. */
  mac: string | undefined
  onCreated: (mac: string) => void
  onClose: () => void
}

/** The setup of a reader on one sheet: its data, its location, its connection, and whether it sends. */
export function Puesta({ mac, onCreated, onClose }: Props) {
  const id = useId()
  const estrecha = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const lectores = useQuery({ ...lectoresQuery(undefined), refetchInterval: CADA_MS })
  const [clave, setClave] = useState<Clave>()
  const lector = mac === undefined ? undefined : lectores.data?.find((l) => l.mac === mac)
  return (
    // A key that is shown only once must not be lost by accident: then only the button closes the sheet.
    <Dialog
      open
      onClose={clave ? undefined : onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={estrecha}
      aria-labelledby={id}
    >
      <DialogTitle id={id} sx={{ pr: 14 }}>
        {lector ? `Lector ${lector.Apodo ?? lector.mac}` : 'Añadir lector'}
      </DialogTitle>
      <IconButton aria-label="Cerrar" onClick={onClose} sx={{ position: 'absolute', top: 10, right: 12 }}>
        <ClearIcon />
      </IconButton>
      <DialogContent>
        {mac === undefined ? (
          <Paso titulo="1. El lector">
            <Alta onCreated={onCreated} />
          </Paso>
        ) : lector ? (
          <Pasos key={lector.mac} lector={lector} clave={clave} onClave={setClave} />
        ) : lectores.error ? (
          <Fallo texto={lectores.error.message} onRetry={() => void lectores.refetch()} />
        ) : lectores.data ? (
          <Typography>Ese lector ya no está.</Typography>
        ) : (
          <Box aria-busy="true" sx={{ height: 320 }} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function Paso({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={titulo} sx={{ display: 'grid', gap: 3, py: 3 }}>
      <Typography variant="h3" component="h2">
        {titulo}
      </Typography>
      {children}
    </Box>
  )
}

type PropsPasos = { lector: Lector; clave: Clave | undefined; onClave: (c: Clave) => void }

function Pasos({ lector, clave, onClave }: PropsPasos) {
  const dispositivo = useQuery(dispositivoLectorQuery(lector.mac))
  const [cambiando, setCambiando] = useState(false)
  const [puente, setPuente] = useState(lector.credencial?.puente ?? false)
  const emit = useCambio(
    () => call(api.createCredencial, { params: { mac: lector.mac }, body: { puente } }),
    () => 'Credencial emitida',
    true,
  )
  const issue = () => emit.mutate(undefined, { onSuccess: onClave, onSettled: () => setCambiando(false) })
  return (
    <>
      <Confirm
        abierto={cambiando}
        peligro
        titulo="Cambiar credencial"
        texto="La que tiene el lector deja de valer en cuanto se emite otra: no enviará nada hasta que la escribas en él."
        accion="Cambiar"
        ocupado={emit.isPending}
        onCancel={() => setCambiando(false)}
        onConfirm={issue}
      />
      <Paso titulo="1. Lo que oye">
        <Escucha lector={lector} />
      </Paso>
      <Paso titulo="2. Dónde está">
        {dispositivo.data ? (
          <Lugar lector={lector} dispositivo={dispositivo.data} />
        ) : dispositivo.error ? (
          <Fallo texto={dispositivo.error.message} onRetry={() => void dispositivo.refetch()} />
        ) : (
          <Box aria-busy="true" sx={{ height: 320 }} />
        )}
      </Paso>
      <Paso titulo="3. Cómo envía">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <Button
            variant={lector.credencial ? 'outlined' : 'contained'}
            loading={emit.isPending}
            onClick={() => (lector.credencial ? setCambiando(true) : issue())}
          >
            {lector.credencial ? 'Cambiar credencial' : 'Emitir credencial'}
          </Button>
          <FormControlLabel
            label="Puente: entrega también lo que oyen otros lectores"
            slotProps={{ typography: { sx: { fontSize: 13 } } }}
            control={<Switch checked={puente} onChange={(e) => setPuente(e.target.checked)} />}
          />
        </Box>
        {lector.credencial && !clave && (
          <Typography variant="body2" color="textSecondary">
            Ya tiene una. Si emites otra, la de ahora deja de valer.
          </Typography>
        )}
        {emit.error && (
          <Alert severity="error" variant="outlined">
            {emit.error.message}
          </Alert>
        )}
        <Conexion
          mac={lector.mac}
          puente={lector.credencial?.puente ?? false}
          clave={clave}
          usuario={lector.credencial?.usuario ?? `lector-${lector.mac.toLowerCase()}`}
        />
      </Paso>
    </>
  )
}
