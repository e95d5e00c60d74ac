import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'
import { SOLO_LECTOR } from '../../../ui/theme/solo-lector'
import { tono } from '../../../ui/theme/tono'

export type Pestana = 'mapa' | 'lista'

type Props = {
  pestana: Pestana
  onPestana: (pestana: Pestana) => void
  total: number | undefined
  mapa: ReactNode
  lista: ReactNode
}

const TEXTO = { mapa: 'Mapa', lista: 'Lista' }

/** Tabs, where two panes do not fit. The hidden one keeps its size, so that the map still knows its bounds. */
export function PanelPestanas({ pestana, onPestana, total, mapa, lista }: Props) {
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Tabs
        value={pestana}
        onChange={(_, v: Pestana) => onPestana(v)}
        variant="fullWidth"
        aria-label="Vista"
        sx={{
          minHeight: 44,
          flex: 'none',
          bgcolor: tono('paper'),
          borderBottom: `1px solid ${tono('line')}`,
        }}
      >
        {(['mapa', 'lista'] as const).map((p) => (
          <Tab
            key={p}
            value={p}
            id={`pestana-${p}`}
            aria-controls={`panel-${p}`}
            sx={{ minHeight: 44 }}
            label={p === 'lista' && total !== undefined ? `Lista (${total.toLocaleString('es')})` : TEXTO[p]}
          />
        ))}
      </Tabs>
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
        {(['mapa', 'lista'] as const).map((p) => (
          <Box
            key={p}
            id={`panel-${p}`}
            role="tabpanel"
            aria-labelledby={`pestana-${p}`}
            sx={{ position: 'absolute', inset: 0, visibility: p === pestana ? 'visible' : 'hidden' }}
          >
            {p === 'mapa' ? (
              <>
                <h1 style={SOLO_LECTOR}>Mapa</h1>
                {mapa}
              </>
            ) : (
              lista
            )}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
