import QrCodeScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { tono } from '../ui/theme/tono'
import { buscador } from './buscador'
import { EnlaceInferior } from './enlaces'
import { PRINCIPALES } from './entradas'

const MITAD = Math.ceil(PRINCIPALES.length / 2)

/** The bottom bar of a narrow screen: the entries, with the scanner in the middle, within reach of the thumb. */
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
      {PRINCIPALES.map(({ to, texto, Icono }, i) => (
        <Fragment key={to}>
          {i === MITAD && <BotonEscaner />}
          <EnlaceInferior
            to={to}
            showLabel
            label={texto}
            icon={<Icono />}
            activeOptions={{ includeSearch: false, exact: true }}
            sx={{
              height: 60,
              minWidth: 0,
              px: 0.25,
              gap: 0.5,
              color: tono('muted'),
              '& .MuiSvgIcon-root': { fontSize: 22 },
              '& .MuiBottomNavigationAction-label': {
                fontSize: 'clamp(10px, 2.65vw, 12px)',
                fontWeight: ruta === to ? 600 : 500,
              },
              '&[aria-current=page]': { color: tono('brand') },
            }}
          />
        </Fragment>
      ))}
    </Box>
  )
}

/** Finds a container by the label that the user holds. */
function BotonEscaner() {
  return (
    <ButtonBase
      aria-label="Escanear para buscar"
      aria-haspopup="dialog"
      title="Escanear para buscar"
      onClick={(e) => {
        // After a touch the focus is not restored: its outline would stay until the user touches something else.
        if ((e.nativeEvent as PointerEvent).pointerType === 'touch') e.currentTarget.blur()
        buscador.set('escaner')
      }}
      sx={{
        flex: 'none',
        width: 50,
        height: 60,
        '& span': {
          display: 'grid',
          placeItems: 'center',
          width: 46,
          height: 46,
          borderRadius: '50%',
          color: tono('paper'),
          bgcolor: tono('brand'),
        },
        '&&.Mui-focusVisible, &&:focus-visible': { outline: 'none' },
        '&:focus-visible span': { outline: `2px solid ${tono('brand')}`, outlineOffset: 2 },
      }}
    >
      <span>
        <QrCodeScannerIcon sx={{ fontSize: 24 }} />
      </span>
    </ButtonBase>
  )
}
