import Box from '@mui/material/Box'
import { useLocation } from '@tanstack/react-router'
import { tono } from '../ui/tono'
import { EnlaceInferior } from './enlaces'
import { PRINCIPALES } from './entradas'

/** The five entries on a narrow screen, under the thumb. */
export function BarraInferior() {
  const ruta = useLocation({ select: (l) => l.pathname })
  return (
    <Box
      component="nav"
      aria-label="Principal"
      data-barra-inferior
      sx={{
        display: { xs: 'flex', md: 'none' },
        bgcolor: tono('paper'),
        borderTop: `1px solid ${tono('line')}`,
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      {PRINCIPALES.map(({ to, texto, Icono }) => (
        <EnlaceInferior
          key={to}
          to={to}
          showLabel
          label={texto}
          icon={<Icono />}
          activeOptions={{ includeSearch: false, exact: true }}
          sx={{
            height: 60,
            minWidth: 0,
            px: 0.5,
            gap: 0.5,
            color: tono('muted'),
            '& .MuiSvgIcon-root': { fontSize: 22 },
            '& .MuiBottomNavigationAction-label': { fontSize: 12, fontWeight: ruta === to ? 600 : 500 },
            '&[aria-current=page]': { color: tono('brand') },
          }}
        />
      ))}
    </Box>
  )
}
