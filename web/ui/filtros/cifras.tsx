import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { entero } from '../../lib/formato'
import { tono } from '../theme/tono'

/** A clickable figure: its name, the number, and a note, one below the other. */
export const BotonCifra = styled('button')({
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

type Props<T extends string> = {
  /** Accessible name of the row. */
  etiqueta: string
  /** `n` undefined: still loading. */
  cifras: readonly { id: T; nombre: string; n: number | undefined; nota?: string | undefined }[]
  elegida: T | undefined
  onChange: (id: T | undefined) => void
}

/** A row of figures; each one filters the list by what it counts. */
export function Cifras<T extends string>({ etiqueta, cifras, elegida, onChange }: Props<T>) {
  return (
    <Box
      role="group"
      aria-label={etiqueta}
      sx={{
        display: 'grid',
        gap: 2,
        px: 4,
        pb: 3,
        // On a phone a single row that scrolls sideways, so that the list keeps its space.
        gridAutoFlow: 'column',
        gridAutoColumns: { xs: '148px', md: 'minmax(0, 1fr)' },
        overflowX: 'auto',
      }}
    >
      {cifras.map(({ id, nombre, n, nota }) => (
        <BotonCifra
          key={id}
          type="button"
          aria-pressed={elegida === id}
          onClick={() => onChange(elegida === id ? undefined : id)}
        >
          <span>{nombre}</span>
          <b>{n === undefined ? '—' : entero(n)}</b>
          {nota !== undefined && <span>{nota}</span>}
        </BotonCifra>
      ))}
    </Box>
  )
}
