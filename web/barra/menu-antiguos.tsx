import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import { useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { tono } from '../ui/theme/tono'
import { EnlaceMenu } from './enlaces'
import { ANTIGUOS } from './entradas'

export function MenuAntiguos() {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const id = useId()
  const dentro = useLocation({ select: ({ pathname }) => ANTIGUOS.some(({ to }) => to === pathname) })
  const close = () => setAncla(null)
  return (
    <>
      <Button
        color="inherit"
        endIcon={<ExpandMoreIcon />}
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        aria-controls={ancla ? id : undefined}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{
          alignSelf: 'center',
          ml: 1,
          px: 2.5,
          fontWeight: dentro ? 600 : 500,
          whiteSpace: 'nowrap',
          color: dentro ? tono('ink') : tono('muted'),
          '&:hover': { color: tono('ink') },
          '& .MuiButton-endIcon': { ml: 0.5 },
        }}
      >
        Datos antiguos
      </Button>
      <Menu id={id} open={ancla !== null} anchorEl={ancla} onClose={close}>
        {ANTIGUOS.map(({ to, texto }) => (
          <EnlaceMenu key={to} to={to} onClick={close}>
            {texto}
          </EnlaceMenu>
        ))}
      </Menu>
    </>
  )
}
