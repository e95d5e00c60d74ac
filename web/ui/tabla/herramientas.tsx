import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import type { Preferencias } from './preferencias'
import { type Columna, DENSIDADES } from './tipos'

type Props<T> = {
  columnas: Columna<T>[]
  preferencias: Preferencias
  onCambio: (cambio: Partial<Preferencias>) => void
}

const NOMBRE = { compacta: 'Compacta', normal: 'Normal', amplia: 'Amplia' }
const TITULO = 'Columnas y densidad'

export function Herramientas<T>({ columnas, preferencias, onCambio }: Props<T>) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const elegibles = columnas.filter((c) => !c.fija)
  const { visibles, densidad } = preferencias
  return (
    <>
      <Tooltip title={TITULO}>
        <IconButton
          aria-label={TITULO}
          aria-haspopup="menu"
          aria-expanded={ancla !== null}
          onClick={(e) => setAncla(e.currentTarget)}
        >
          <ViewColumnOutlined sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={ancla}
        open={ancla !== null}
        onClose={() => setAncla(null)}
        slotProps={{ list: { dense: true } }}
      >
        {elegibles.length > 0 && (
          <ListSubheader role="presentation" sx={{ lineHeight: '32px' }}>
            Columnas
          </ListSubheader>
        )}
        {elegibles.map((c) => (
          <MenuItem
            key={c.id}
            role="menuitemcheckbox"
            aria-checked={Boolean(visibles[c.id])}
            onClick={() => onCambio({ visibles: { ...visibles, [c.id]: !visibles[c.id] } })}
          >
            <Checkbox
              size="small"
              checked={Boolean(visibles[c.id])}
              tabIndex={-1}
              aria-hidden
              sx={{ p: 0, mr: 2 }}
            />
            {c.titulo}
          </MenuItem>
        ))}
        {elegibles.length > 0 && <Divider />}
        <ListSubheader role="presentation" sx={{ lineHeight: '32px' }}>
          Densidad
        </ListSubheader>
        {DENSIDADES.map((d) => (
          <MenuItem
            key={d}
            role="menuitemradio"
            aria-checked={d === densidad}
            onClick={() => onCambio({ densidad: d })}
          >
            <Radio size="small" checked={d === densidad} tabIndex={-1} aria-hidden sx={{ p: 0, mr: 2 }} />
            {NOMBRE[d]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
