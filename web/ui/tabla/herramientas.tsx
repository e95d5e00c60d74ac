import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Radio from '@mui/material/Radio'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useId, useState } from 'react'
import { ChooseColumnas, Linea, Titulo } from './choose-columnas'
import type { Preferencias } from './preferencias'
import { type Columna, DENSIDADES } from './tipos'

type Props<T> = {
  columnas: Columna<T>[]
  preferencias: Preferencias
  onChange: (cambio: Partial<Preferencias>) => void
  /** Additional choices, above the columns. */
  children?: ReactNode
}

const NOMBRE = { compacta: 'Compacta', normal: 'Normal', amplia: 'Amplia' }
const TITULO = 'Columnas y densidad'

export function Herramientas<T>({ columnas, preferencias, onChange, children }: Props<T>) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const id = useId()
  const elegidas = preferencias.orden.length > 0 || Object.keys(preferencias.visibles).length > 0
  return (
    <>
      <Tooltip title={TITULO}>
        <IconButton
          aria-label={TITULO}
          aria-haspopup="dialog"
          aria-expanded={ancla !== null}
          onClick={(e) => setAncla(e.currentTarget)}
        >
          <ViewColumnOutlined sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Popover
        anchorEl={ancla}
        open={ancla !== null}
        onClose={() => setAncla(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': TITULO, sx: { width: 288, maxHeight: '70vh', py: 2 } },
        }}
      >
        {children}
        <ChooseColumnas columnas={columnas} preferencias={preferencias} onChange={onChange} />
        {elegidas && (
          <Button
            size="small"
            color="inherit"
            onClick={() => onChange({ orden: [], visibles: {} })}
            sx={{ mx: 3, my: 1 }}
          >
            Columnas de fábrica
          </Button>
        )}
        <Divider sx={{ my: 2 }} />
        <Titulo id={`${id}-densidad`}>Densidad</Titulo>
        <div role="radiogroup" aria-labelledby={`${id}-densidad`}>
          {DENSIDADES.map((d) => (
            <Linea key={d}>
              <Radio
                size="small"
                name={`${id}-densidad`}
                checked={d === preferencias.densidad}
                onChange={() => onChange({ densidad: d })}
                sx={{ p: 0 }}
              />
              <span>{NOMBRE[d]}</span>
            </Linea>
          ))}
        </div>
      </Popover>
    </>
  )
}
