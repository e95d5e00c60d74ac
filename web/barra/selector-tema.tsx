import ContrastIcon from '@mui/icons-material/ContrastOutlined'
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined'
import LightModeIcon from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useColorScheme } from '@mui/material/styles'
import { useState } from 'react'

export const TEMAS = [
  { modo: 'light', texto: 'Claro', Icono: LightModeIcon },
  { modo: 'dark', texto: 'Oscuro', Icono: DarkModeIcon },
  { modo: 'system', texto: 'Como el sistema', Icono: ContrastIcon },
] as const

export function SelectorTema() {
  const { mode = 'system', setMode } = useColorScheme()
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const actual = TEMAS.find(({ modo }) => modo === mode) ?? TEMAS[2]
  return (
    <>
      <IconButton
        aria-label={`Tema: ${actual.texto.toLowerCase()}`}
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
      >
        <actual.Icono sx={{ fontSize: 20 }} />
      </IconButton>
      <Menu open={ancla !== null} anchorEl={ancla} onClose={() => setAncla(null)}>
        {TEMAS.map(({ modo, texto, Icono }) => (
          <MenuItem
            key={modo}
            role="menuitemradio"
            aria-checked={modo === mode}
            selected={modo === mode}
            onClick={() => {
              setMode(modo)
              setAncla(null)
            }}
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
