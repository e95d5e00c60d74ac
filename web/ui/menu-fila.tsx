import MoreVertIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ComponentType, useState } from 'react'
import { tono } from './theme/tono'

export type OpcionFila = {
  texto: string
  Icono: ComponentType<{ fontSize?: 'small' }>
  onClick: () => void
  peligro?: boolean
}

/** Actions for a row, behind three dots; `de` names the row. */
export function MenuFila({ de, opciones }: { de: string; opciones: OpcionFila[] }) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Acciones de ${de}`}
        title="Acciones"
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
      >
        <MoreVertIcon sx={{ fontSize: 18 }} />
      </IconButton>
      <Menu
        anchorEl={ancla}
        open={ancla !== null}
        onClose={() => setAncla(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {opciones.map(({ texto, Icono, onClick, peligro }) => (
          <MenuItem
            key={texto}
            onClick={() => {
              setAncla(null)
              onClick()
            }}
            sx={
              peligro ? { color: tono('rojo'), '& .MuiListItemIcon-root': { color: 'inherit' } } : undefined
            }
          >
            <ListItemIcon>
              <Icono fontSize="small" />
            </ListItemIcon>
            {texto}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
