import FlashlightOffIcon from '@mui/icons-material/FlashlightOffOutlined'
import FlashlightOnIcon from '@mui/icons-material/FlashlightOnOutlined'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { type ReactNode, type RefObject, useId } from 'react'
import { type Impedimento, LADO_CAJA, useCamara } from './camara'

const AYUDA: Record<Impedimento, { titulo: string; texto: string }> = {
  origen: {
    titulo: 'La cámara solo funciona en una conexión segura',
    texto:
      'Abre Retorna con una dirección que empiece por https:// (o desde este mismo equipo). Mientras tanto puedes escribir los datos a mano.',
  },
  permiso: {
    titulo: 'No hay permiso para usar la cámara',
    texto:
      'Pulsa el candado junto a la dirección, permite la cámara para este sitio y vuelve a intentarlo. También puedes escribir los datos a mano.',
  },
  'sin-camara': {
    titulo: 'No se ha encontrado ninguna cámara',
    texto: 'Conecta una cámara o usa un teléfono. También puedes escribir los datos a mano.',
  },
  ocupada: {
    titulo: 'No se ha podido abrir la cámara',
    texto: 'Puede que otra aplicación la esté usando: ciérrala y vuelve a intentarlo.',
  },
  lector: {
    titulo: 'No se ha podido cargar el lector de códigos',
    texto: 'Comprueba la conexión con el servidor y vuelve a intentarlo.',
  },
}

type Props = {
  abierto: boolean
  titulo: string
  onCodigo: (texto: string) => void
  onClose: () => void
  /** Goes to the form in which the code can be typed; if set, the button is always offered. */
  onWrite?: () => void
  /** Content below the picture: the last result when codes are scanned in series. It may take a frame of the camera. */
  pie?: (video: RefObject<HTMLVideoElement | null>) => ReactNode
  /** Label of the close button. */
  cierre?: string
}

/** Reads one QR or Code 128 with the camera. */
export function Escaner({ abierto, titulo, onCodigo, onClose, onWrite, pie, cierre = 'Cancelar' }: Props) {
  const id = useId()
  const c = useCamara(abierto, onCodigo)
  const ayuda = c.impedimento && AYUDA[c.impedimento]
  return (
    <Dialog open={abierto} onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id} keepMounted={false}>
      <DialogTitle id={id}>{titulo}</DialogTitle>
      <DialogContent>
        {ayuda ? (
          <Alert severity="warning" variant="outlined">
            <AlertTitle>{ayuda.titulo}</AlertTitle>
            {ayuda.texto}
          </Alert>
        ) : (
          <Box
            sx={{
              position: 'relative',
              height: 340,
              overflow: 'hidden',
              borderRadius: 2,
              bgcolor: '#000',
              display: 'grid',
              placeItems: 'center',
            }}
          >
            <Box
              component="video"
              ref={c.video}
              muted
              playsInline
              aria-label="Imagen de la cámara"
              sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' }}
            />
            {c.lista ? (
              <Box
                aria-hidden
                sx={{
                  position: 'relative',
                  width: LADO_CAJA,
                  height: LADO_CAJA,
                  borderRadius: 3,
                  border: '3px solid #fff',
                  boxShadow: '0 0 0 999px rgb(0 0 0 / 0.45)',
                }}
              />
            ) : (
              <CircularProgress aria-label="Abriendo la cámara" sx={{ color: '#fff' }} />
            )}
          </Box>
        )}
        {!ayuda && (
          <Box sx={{ mt: 3, display: 'flex', gap: 2, alignItems: 'center', minHeight: 40 }}>
            <Box role="status" sx={{ flex: 1, fontSize: 13, color: 'text.secondary' }}>
              {c.lista ? 'Centra el código QR o de barras en el recuadro.' : 'Abriendo la cámara…'}
            </Box>
            {c.linterna && (
              <Button
                color="inherit"
                aria-pressed={c.linterna.encendida}
                startIcon={c.linterna.encendida ? <FlashlightOnIcon /> : <FlashlightOffIcon />}
                onClick={c.linterna.toggle}
              >
                Linterna
              </Button>
            )}
          </Box>
        )}
        {c.camaras.length > 1 && (
          <Select
            fullWidth
            size="small"
            value={c.camara}
            onChange={(e) => c.setCamara(e.target.value)}
            inputProps={{ 'aria-label': 'Cámara' }}
            sx={{ mt: 2 }}
          >
            {c.camaras.map((d, i) => (
              <MenuItem key={d.deviceId} value={d.deviceId}>
                {d.label || `Cámara ${i + 1}`}
              </MenuItem>
            ))}
          </Select>
        )}
        {pie && <Box sx={{ mt: 2 }}>{pie(c.video)}</Box>}
      </DialogContent>
      <DialogActions>
        {onWrite && (
          <Button onClick={onWrite} sx={{ mr: 'auto' }}>
            Escribir a mano
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          {ayuda && !onWrite ? 'Escribir a mano' : cierre}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
