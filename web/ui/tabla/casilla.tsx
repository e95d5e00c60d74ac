import { styled } from '@mui/material/styles'
import { tono } from '../theme/tono'

/** The clickable area is larger than the box: 28 px, and 44 px for touch. */
const Marco = styled('label')({
  display: 'inline-block',
  padding: 6,
  margin: -6,
  verticalAlign: 'middle',
  cursor: 'pointer',
  '& input': {
    display: 'block',
    width: 16,
    height: 16,
    margin: 0,
    accentColor: tono('brand'),
    cursor: 'inherit',
    '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 2 },
  },
  '@media (pointer: coarse)': { padding: 11, margin: -11, '& input': { width: 22, height: 22 } },
})

type Props = {
  marcada: boolean
  /** Indeterminate: some of the rows that it stands for are checked. */
  aMedias?: boolean
  etiqueta: string
  onChange: (marcada: boolean) => void
}

/** A native checkbox: a table has one in each row. */
export function Casilla({ marcada, aMedias = false, etiqueta, onChange }: Props) {
  return (
    <Marco>
      <input
        type="checkbox"
        ref={(el) => {
          if (el) el.indeterminate = aMedias
        }}
        checked={marcada}
        aria-label={etiqueta}
        onChange={(e) => onChange(e.target.checked)}
      />
    </Marco>
  )
}
