import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import type { Hallazgo } from '#contract/oir/contenedores/contenedores'
import { isMac } from '#contract/parque/dispositivos/alta-values'
import { APODO_CONTENEDOR } from '#contract/values/comunes'
import { EnlaceBoton } from '../barra/enlaces'
import type { Nombres } from '../dominio/escaner/codigo'
import { fechaHora } from '../lib/formato'
import { useCambia } from '../lib/session/sesion'
import { useZona } from '../lib/time/zona'
import { Fallo } from '../ui/feedback/fallo'
import { LETRA_MONO } from '../ui/theme/tokens'

type Props = {
  codigo: string
  /** Null: the code names nothing. */
  nombres: Nombres | null
  /** Undefined while the query is pending. */
  hallazgo: Hallazgo | undefined
  error: string | undefined
  ocupado: boolean
  onRetry: () => void
  onScan: () => void
  onOpen: (d: Hallazgo['data'][number]) => void
  onClose: () => void
}

const LARGO = 60
const corto = (s: string) => (s.length > LARGO ? `${s.slice(0, LARGO)}…` : s)

/** Actions for a code that does not lead to exactly one container. */
export function CodigoDesconocido(p: Props) {
  const { nombres, hallazgo, onClose } = p
  const id = useId()
  const varios = hallazgo !== undefined && hallazgo.data.length > 1
  const nadie = nombres === null || hallazgo?.data.length === 0
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>
        {varios ? 'Hay varios con ese nombre' : nadie ? 'No está registrado' : 'Código leído'}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, fontSize: 14 }}>
        {p.error && nombres ? (
          <>
            <Fallo texto={p.error} onRetry={p.onRetry} ocupado={p.ocupado} />
            {/* A registration waits in the outbox for the network. */}
            <EnlaceRegistro nombres={nombres} onClose={onClose} />
          </>
        ) : nadie ? (
          <Nadie {...p} />
        ) : varios ? (
          hallazgo.data.map((d) => (
            <Button key={d.Dispositivo} variant="outlined" onClick={() => p.onOpen(d)}>
              {d.Apodo ?? d.Dispositivo} · {d.nombre_empresa}
            </Button>
          ))
        ) : (
          <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 3, py: 2 }}>
            <CircularProgress size={20} aria-hidden />
            <span>Buscando {<Codigo>{corto(p.codigo)}</Codigo>}</span>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cerrar
        </Button>
        <Button
          // Takes the focus when it becomes the only action left.
          key={String(nadie)}
          variant={nadie && !nombres ? 'contained' : 'text'}
          autoFocus={nadie}
          onClick={p.onScan}
        >
          Escanear otra vez
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Codigo = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ fontFamily: LETRA_MONO, overflowWrap: 'anywhere' }}>
    {children}
  </Box>
)

function Nadie({ codigo, nombres, hallazgo, onClose }: Props) {
  const zona = useZona()
  if (!nombres)
    return (
      <Alert severity="warning" variant="outlined">
        Este código no dice ninguna MAC ni ningún apodo: <Codigo>{corto(codigo)}</Codigo>. Busca en el
        contenedor la etiqueta con su MAC, o escanea el código del propio contenedor.
      </Alert>
    )
  const { mac, apodo } = nombres
  const [previo] = hallazgo?.previos ?? []
  return (
    <>
      <Alert severity="warning" variant="outlined" role="status">
        Ningún dispositivo {isApodo(apodo) ? 'se llama' : 'lleva la etiqueta'} <Codigo>{mac ?? apodo}</Codigo>
        .{hallazgo?.rota && ' Esa etiqueta está marcada como rota.'}
        {previo && (
          <>
            {' '}
            La llevó <Codigo>{previo.Apodo ?? previo.Dispositivo}</Codigo> hasta el{' '}
            {fechaHora(previo.hasta, zona)}.
          </>
        )}
      </Alert>
      {previo && (
        <EnlaceBoton
          to="/contenedor/$apodo"
          params={{ apodo: previo.Apodo ?? previo.Dispositivo }}
          variant="outlined"
          onClick={onClose}
        >
          Ver la ficha de {previo.Apodo ?? previo.Dispositivo}
        </EnlaceBoton>
      )}
      <EnlaceRegistro nombres={nombres} onClose={onClose} />
    </>
  )
}

const isApodo = (apodo: string | undefined) => apodo !== undefined && APODO_CONTENEDOR.test(apodo)

/** Registers the scanned code; the form asks for the other code. */
function EnlaceRegistro({ nombres: { mac, apodo }, onClose }: { nombres: Nombres; onClose: () => void }) {
  const como = isApodo(apodo)
  if (!useCambia()) return null
  return (
    <EnlaceBoton
      to="/PanelDisp"
      search={como ? { apodo, escanear: 'si' } : { mac, escanear: 'si' }}
      variant="contained"
      onClick={onClose}
    >
      Dar de alta {como ? `como ${apodo}` : mac && isMac(mac) ? 'con esta MAC' : 'con este número'}
    </EnlaceBoton>
  )
}
