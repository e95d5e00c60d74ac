import TuneIcon from '@mui/icons-material/TuneOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useState } from 'react'
import { FILTROS } from './barra'

const ESTRECHA = '@media (max-width: 599.95px)'
const ANCHA = '@media (min-width: 600px)'

type Props = {
  /** Accessible name of the filters. */
  etiqueta: string
  /** The filter that is always visible. */
  primero: ReactNode
  /** How many of the other filters are active. */
  enVigor: number
  children: ReactNode
}

/** Filters side by side; on a phone all but the first are behind an icon, which shows whether one is active. */
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
          // Two short filters side by side, and each following one on its own line.
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
