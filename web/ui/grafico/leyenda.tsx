import { styled } from '@mui/material/styles'
import { tono } from '../theme/tono'

const Lista = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 4px',
  margin: '0 0 4px',
  padding: 0,
  listStyle: 'none',
  '& button': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 24,
    padding: '0 6px',
    borderRadius: 4,
    color: tono('ink'),
    fontSize: 12,
    cursor: 'pointer',
    '&:hover': { background: tono('ground') },
    '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
    '@media (pointer: coarse)': { minHeight: 44 },
  },
  '& i': { width: 12, height: 8, borderRadius: 2, flex: 'none' },
  '& button[aria-pressed=false]': {
    color: tono('muted'),
    textDecoration: 'line-through',
    '& i': { opacity: 0.25 },
  },
})

export type Entrada = { nombre: string; color: string }

type Props = {
  entradas: Entrada[]
  ocultas: ReadonlySet<string>
  onToggle: (nombre: string) => void
}

/** Legend: the series with their colours, as text that wraps; a click hides or shows a series. */
export function Leyenda({ entradas, ocultas, onToggle }: Props) {
  return (
    <Lista aria-label="Series">
      {entradas.map(({ nombre, color }) => (
        <li key={nombre}>
          <button type="button" aria-pressed={!ocultas.has(nombre)} onClick={() => onToggle(nombre)}>
            <i style={{ background: color }} />
            {nombre}
          </button>
        </li>
      ))}
    </Lista>
  )
}
