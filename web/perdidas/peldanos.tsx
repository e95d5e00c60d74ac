import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { Perdidas } from '#contract/dispositivos/perdidas'
import {
  NOMBRE_PELDANO,
  PELDANOS_CALLADOS,
  type PeldanoCallado,
} from '#contract/valores/dispositivos/perdidas'
import { entero } from '../lib/formato'
import { tono } from '../ui/theme/tono'
import { tellEuros } from './textos'

const Cifra = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'grid',
  alignContent: 'start',
  minWidth: 0,
  padding: '8px 12px',
  border: `1px solid ${tono('line')}`,
  borderRadius: 8,
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontSize: 20, lineHeight: '26px', fontWeight: 600 },
  '& span': { fontSize: 13, color: tono('muted') },
  '&:hover, &[aria-pressed=true]': { borderColor: tono('brand') },
  '&[aria-pressed=true]': { boxShadow: `inset 0 -2px 0 ${tono('brand')}` },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 2 },
})

type Props = {
  perdidas: Perdidas | undefined
  elegido: PeldanoCallado | undefined
  onChange: (peldano: PeldanoCallado | undefined) => void
}

/** How many are on each rung and what they are worth; each narrows the list to its containers. */
export function Peldanos({ perdidas, elegido, onChange }: Props) {
  return (
    <Box
      role="group"
      aria-label="Peldaños"
      sx={{
        display: 'grid',
        gap: 2,
        px: 4,
        pb: 3,
        // On a phone one row, which is pushed aside: the list keeps its room.
        gridAutoFlow: 'column',
        gridAutoColumns: { xs: '148px', md: 'minmax(0, 1fr)' },
        overflowX: 'auto',
      }}
    >
      {PELDANOS_CALLADOS.map((peldano) => {
        const p = perdidas?.peldanos.find((x) => x.peldano === peldano)
        return (
          <Cifra
            key={peldano}
            type="button"
            aria-pressed={elegido === peldano}
            onClick={() => onChange(elegido === peldano ? undefined : peldano)}
          >
            <span>{NOMBRE_PELDANO[peldano]}</span>
            <b>{p ? entero(p.n) : '—'}</b>
            <span>
              {p && tellEuros(p.centimos)}
              {p !== undefined && p.sin_precio > 0 && ` · ${entero(p.sin_precio)} sin precio`}
            </span>
          </Cifra>
        )
      })}
    </Box>
  )
}
