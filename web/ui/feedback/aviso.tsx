import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { tono } from '../theme/tono'

type Tipo = 'exito' | 'error' | 'info'
/** @param onUndo undoes what the toast reports */
type Tell = Record<Tipo, (texto: string, onUndo?: () => void) => void>

const DURACION_MS = 3_000
/** Time in which the user can notice a mistake. */
const CON_DESHACER_MS = 8_000
const FONDO = { exito: 'verde', error: 'rojo', info: 'azul' } as const
const SEVERIDAD = { exito: 'success', error: 'error', info: 'info' } as const

/** Floating elements are placed above the bottom bar, the pager of a table and the buttons of a long form, if present. */
export const SOBRE_LO_DE_ABAJO = {
  'body:has(nav[aria-label="Paginación"]) &': { bottom: 64 },
  'body:has([data-barra-guardar]) &': { bottom: 84 },
  '@media (max-width: 899.95px)': {
    'body:has([data-barra-inferior]) &': { bottom: 'calc(72px + env(safe-area-inset-bottom))' },
    'body:has([data-barra-inferior]):has(nav[aria-label="Paginación"]) &': {
      bottom: 'calc(128px + env(safe-area-inset-bottom))',
    },
    'body:has([data-barra-inferior]):has([data-barra-guardar]) &': {
      bottom: 'calc(148px + env(safe-area-inset-bottom))',
    },
  },
} as const

const Contexto = createContext<Tell | null>(null)

/** Toasts: `aviso.exito('Datos recargados')`. One at a time, bottom left, for 3 s; for 8 s if it can be undone. */
export function useAviso(): Tell {
  const notify = useContext(Contexto)
  if (!notify) throw new Error('useAviso needs ProveedorAviso')
  return notify
}

export function ProveedorAviso({ children }: { children: ReactNode }) {
  const [aviso, setAviso] = useState<{
    id: number
    tipo: Tipo
    texto: string
    onUndo: (() => void) | undefined
  }>()
  const [abierto, setAbierto] = useState(false)
  const notify = useMemo<Tell>(() => {
    const show = (tipo: Tipo) => (texto: string, onUndo?: () => void) => {
      setAviso((previo) => ({ id: (previo?.id ?? 0) + 1, tipo, texto, onUndo }))
      setAbierto(true)
    }
    return { exito: show('exito'), error: show('error'), info: show('info') }
  }, [])
  return (
    <Contexto value={notify}>
      {children}
      <Snackbar
        key={aviso?.id}
        open={abierto}
        autoHideDuration={aviso?.onUndo ? CON_DESHACER_MS : DURACION_MS}
        // The toast closes after its time even if the window is not focused, as on an unattended plant screen.
        disableWindowBlurListener
        onClose={(_, motivo) => motivo !== 'clickaway' && setAbierto(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        sx={{
          bottom: { xs: 'calc(12px + env(safe-area-inset-bottom))', md: 20 },
          left: { xs: 12, md: 20 },
          right: { xs: 12, md: 'auto' },
          ...SOBRE_LO_DE_ABAJO,
          // On a phone the buttons of a dialog are at the bottom.
          '@media (max-width: 599.95px)': {
            'body:has([role=dialog], [role=alertdialog]) &': {
              bottom: 'auto !important',
              top: 'calc(12px + env(safe-area-inset-top))',
            },
          },
        }}
      >
        <Alert
          variant="filled"
          severity={SEVERIDAD[aviso?.tipo ?? 'info']}
          role={aviso?.tipo === 'error' ? 'alert' : 'status'}
          sx={{
            alignItems: 'center',
            color: tono('paper'),
            bgcolor: tono(FONDO[aviso?.tipo ?? 'info']),
            boxShadow: '0 8px 24px rgb(0 0 0 / 0.2)',
            maxWidth: 420,
          }}
          {...(aviso?.onUndo && {
            action: (
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  setAbierto(false)
                  aviso.onUndo?.()
                }}
              >
                Deshacer
              </Button>
            ),
          })}
        >
          {aviso?.texto}
        </Alert>
      </Snackbar>
    </Contexto>
  )
}
