import GroupIcon from '@mui/icons-material/GroupOutlined'
import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Sesion } from '../lib/sesion'
import { useSalir } from '../marco/salir'
import { tono } from '../ui/tono'
import { EnlaceMenu } from './enlaces'

export function MenuUsuario({ sesion, conManuales }: { sesion: Sesion; conManuales: boolean }) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const salir = useSalir()
  const cerrar = () => setAncla(null)
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
        <Retrato sesion={sesion} />
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
        onClose={cerrar}
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
        {conManuales && (
          <EnlaceMenu to="/Manuales" onClick={cerrar}>
            <ListItemIcon>
              <MenuBookIcon fontSize="small" />
            </ListItemIcon>
            Manuales
          </EnlaceMenu>
        )}
        <EnlaceMenu to="/perfil" onClick={cerrar}>
          <ListItemIcon>
            <PersonIcon fontSize="small" />
          </ListItemIcon>
          Perfil
        </EnlaceMenu>
        {sesion.is_admin && (
          <EnlaceMenu to="/admin/usuarios" onClick={cerrar}>
            <ListItemIcon>
              <GroupIcon fontSize="small" />
            </ListItemIcon>
            Usuarios
          </EnlaceMenu>
        )}
        <MenuItem onClick={salir}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          Logout
        </MenuItem>
      </Menu>
    </>
  )
}

function Retrato({ sesion }: { sesion: Sesion }) {
  const iniciales = sesion.nombre
    .split(/\s+/)
    .slice(0, 2)
    .map((p) => p.charAt(0).toUpperCase())
    .join('')
  return (
    <Avatar
      src={sesion.foto_perfil ?? undefined}
      alt=""
      sx={{
        width: 28,
        height: 28,
        fontSize: 12,
        fontWeight: 600,
        bgcolor: tono('brand'),
        color: tono('paper'),
      }}
    >
      {iniciales || '?'}
    </Avatar>
  )
}
