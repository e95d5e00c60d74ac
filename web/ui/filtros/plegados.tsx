import TuneIcon from '@mui/icons-material/TuneOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useState } from 'react'
import { FILTROS } from './barra'

const ESTRECHA = '@media (max-width: 599.95px)'
const ANCHA = '@media (min-width: 600px)'

type Props = {
  /** Name of the filters for screen readers. */
  etiqueta: string
  /** The one that is always in sight. */
  primero: ReactNode
  /** How many of the others are in force. */
  enVigor: number
  children: ReactNode
}

/** Filters side by side; on a phone all but the first are behind an icon, which says whether one is in force. */
export function FiltrosPlegados({ etiqueta, primero, enVigor, children }: Props) {
  const [abierto, setAbierto] = useState(enVigor > 0)
  return (
    <Box
      role="search"
      aria-label={etiqueta}
      data-abierto={abierto || undefined}
      sx={{
        ...FILTROS,
        [ANCHA]: { '& > .mas': { display: 'none' } },
        [ESTRECHA]: {
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 44px',
          '& > *': { width: 'auto', height: 44 },
          '& > :first-child': { gridColumn: '1 / 3', width: 'auto' },
          // Two short ones side by side, and what follows in a line each.
          '& > .mas ~ *': { gridColumn: '1 / -1' },
          '& > .mas + *': { gridColumn: 1 },
          '& > .mas + * + *': { gridColumn: '2 / -1' },
          '&:not([data-abierto]) > .mas ~ *': { display: 'none' },
        },
      }}
    >
      {primero}
      <IconButton
        className="mas"
        aria-label="Más filtros"
        title="Más filtros"
        aria-expanded={abierto}
        onClick={() => setAbierto(!abierto)}
      >
        <Badge variant="dot" color="primary" invisible={abierto || enVigor === 0}>
          <TuneIcon sx={{ fontSize: 20 }} />
        </Badge>
      </IconButton>
      {children}
    </Box>
  )
}
