import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useEnlace } from '../../lib/use-enlace'
import celda from '../../ui/celda.module.css'
import type { Token } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

export type Cifra = {
  nombre: string
  valor: ReactNode
  /** Link to its list. */
  enlace?: string
  token?: Token
  /** A line of text below it. */
  nota?: ReactNode
}

type PropsEnlace = { a: string; de: string; token?: Token; children: ReactNode }

function Enlace({ a, de, token, children }: PropsEnlace) {
  return (
    <a
      {...useEnlace(a)}
      className={celda.enlace}
      style={token && { color: tono(token) }}
      title={`Ver la lista: ${de}`}
    >
      {children}
    </a>
  )
}

/** Figures side by side, each with a link to what it counts. */
export function Cifras({ cifras }: { cifras: Cifra[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        '& + *': { mt: 4 },
        display: 'grid',
        gap: '16px',
        gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
      }}
    >
      {cifras.map(({ nombre, valor, enlace, token, nota }) => (
        <Box key={nombre} sx={{ minWidth: 0 }}>
          <Box component="dt" sx={{ fontSize: 12, color: tono('muted') }}>
            {nombre}
          </Box>
          <Box
            component="dd"
            sx={{
              m: 0,
              fontSize: 16,
              fontWeight: 550,
              fontVariantNumeric: 'tabular-nums',
              overflowWrap: 'anywhere',
              color: token && tono(token),
            }}
          >
            {enlace ? (
              <Enlace a={enlace} de={nombre.toLowerCase()} token={token}>
                {valor}
              </Enlace>
            ) : (
              valor
            )}
            {nota && <Box sx={{ fontSize: 12, fontWeight: 400, color: tono('muted') }}>{nota}</Box>}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
