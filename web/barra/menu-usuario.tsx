import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useLeave } from '../app-shell/leave'
import type { Sesion } from '../lib/session/sesion'
import { Retrato } from '../ui/retrato'
import { EnlaceMenu } from './enlaces'
import { usePantallas } from './pantallas'

export function MenuUsuario({ sesion }: { sesion: Sesion }) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const leave = useLeave()
  const { deCuenta } = usePantallas(sesion)
  const close = () => setAncla(null)
  return (
    <>
      <Button
        color="inherit"
        aria-label={`Menú de usuario: ${sesion.nombre}`}
        aria-haspopup="dialog"
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{ minWidth: 44, px: 1.5, gap: 2, fontWeight: 500 }}
      >
        <Retrato nombre={sesion.nombre} foto={sesion.foto_perfil} />
        <Box
          component="span"
          sx={{
            display: { xs: 'none', lg: 'block' },
            maxWidth: 140,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {sesion.nombre}
        </Box>
      </Button>
      <Menu
        open={ancla !== null}
        anchorEl={ancla}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Tu cuenta', sx: { minWidth: 232 } } }}
      >
        <Box component="li" role="presentation" sx={{ px: 3, pt: 1, pb: 2 }}>
          <Typography sx={{ fontWeight: 600 }}>{sesion.nombre}</Typography>
          <Typography variant="body2" color="textSecondary">
            Te damos la bienvenida, {sesion.username}
          </Typography>
        </Box>
        <Divider component="li" sx={{ mb: 1 }} />
        {deCuenta.map(({ to, texto, Icono }) => (
          <EnlaceMenu key={to} to={to} onClick={close}>
            <ListItemIcon>
              <Icono fontSize="small" />
            </ListItemIcon>
            {texto}
          </EnlaceMenu>
        ))}
        <MenuItem onClick={leave}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          Logout
        </MenuItem>
      </Menu>
    </>
  )
}
