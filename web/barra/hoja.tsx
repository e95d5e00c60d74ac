import MenuIcon from '@mui/icons-material/MenuRounded'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListSubheader from '@mui/material/ListSubheader'
import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type ReactNode, useState } from 'react'
import { useCambia } from '../lib/session/sesion'
import { EnlaceLista } from './enlaces'
import { ANTIGUOS } from './entradas'
import { SelectorEmpresa } from './selector-empresa'
import { TEMAS } from './selector-tema'

const ENTRADA = { minHeight: 44, borderRadius: 1, px: 2 }

/** Entries that do not fit the bottom bar. */
export function Hoja({ conEmpresas }: { conEmpresas: boolean }) {
  const [abierta, setAbierta] = useState(false)
  const conAlta = useCambia()
  const { mode = 'system', setMode } = useColorScheme()
  const close = () => setAbierta(false)
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <IconButton aria-label="Más opciones" aria-haspopup="dialog" onClick={() => setAbierta(true)}>
        <MenuIcon />
      </IconButton>
      <Drawer
        anchor="bottom"
        open={abierta}
        onClose={close}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Más opciones',
            sx: {
              borderRadius: '16px 16px 0 0',
              pb: 'calc(16px + env(safe-area-inset-bottom))',
              px: 2,
              pt: 2,
            },
          },
        }}
      >
        {conAlta && (
          <List>
            <li>
              <EnlaceLista to="/PanelDisp" onClick={close} sx={ENTRADA}>
                Alta de dispositivos
              </EnlaceLista>
            </li>
          </List>
        )}
        <List subheader={<Rotulo>Datos antiguos</Rotulo>}>
          {ANTIGUOS.map(({ to, texto }) => (
            <li key={to}>
              <EnlaceLista to={to} onClick={close} sx={ENTRADA}>
                {texto}
              </EnlaceLista>
            </li>
          ))}
        </List>
        {conEmpresas && (
          <Box sx={{ px: 2, pt: 1, pb: 3 }}>
            <SelectorEmpresa />
          </Box>
        )}
        <Box sx={{ px: 2, pt: 1 }}>
          <ToggleButtonGroup
            exclusive
            fullWidth
            aria-label="Tema"
            value={mode}
            onChange={(_, modo) => modo && setMode(modo)}
          >
            {TEMAS.map(({ modo, texto, Icono }) => (
              <ToggleButton key={modo} value={modo} sx={{ gap: 1.5, minHeight: 44, textTransform: 'none' }}>
                <Icono fontSize="small" />
                {modo === 'system' ? 'Sistema' : texto}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </Box>
      </Drawer>
    </Box>
  )
}

function Rotulo({ children }: { children: ReactNode }) {
  return (
    <ListSubheader disableSticky sx={{ lineHeight: '32px', fontSize: 12, px: 2 }}>
      {children}
    </ListSubheader>
  )
}
