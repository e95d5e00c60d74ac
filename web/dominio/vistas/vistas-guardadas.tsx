import BookmarkBorder from '@mui/icons-material/BookmarkBorder'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useState } from 'react'
import type { PantallaVista } from '#contract/resumen/vistas/values'

const Panel = lazy(() => import('./panel').then((m) => ({ default: m.PanelVistas })))

type Props = {
  pantalla: PantallaVista
  /** The export query of the screen: filters, order and columns. */
  consulta: object
}

/** Saved views of a screen: filters stored under a name. */
export function VistasGuardadas({ pantalla, consulta }: Props) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const close = () => setAncla(null)
  return (
    <>
      <Tooltip title="Vistas">
        <IconButton
          aria-label="Vistas"
          aria-haspopup="dialog"
          aria-expanded={ancla !== null}
          onClick={(e) => setAncla(e.currentTarget)}
        >
          <BookmarkBorder sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Popover
        anchorEl={ancla}
        open={ancla !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Vistas',
            sx: { width: 320, maxWidth: 'calc(100vw - 32px)', maxHeight: '70vh', py: 2 },
          },
        }}
      >
        <Suspense>
          <Panel pantalla={pantalla} consulta={consulta} onClose={close} />
        </Suspense>
      </Popover>
    </>
  )
}
