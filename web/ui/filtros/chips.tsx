import ClearIcon from '@mui/icons-material/Clear'
import { styled } from '@mui/material/styles'
import { tinte, tono } from '../theme/tono'

const Lista = styled('ul')({
  display: 'flex',
  gap: 6,
  minWidth: 0,
  maxWidth: '100%',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  pointerEvents: 'auto',
  '& li': { minWidth: 0, flex: '0 1 auto' },
})

const Chip = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  maxWidth: '100%',
  height: 24,
  padding: '0 4px 0 8px',
  borderRadius: 6,
  border: `1px solid color-mix(in srgb, ${tono('brand')} 35%, ${tono('line')})`,
  background: tinte('brand', 8),
  color: tono('brand'),
  fontSize: 12,
  fontWeight: 550,
  cursor: 'pointer',
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& svg': { flex: 'none', fontSize: 14 },
  '&:hover': { background: tinte('brand', 16) },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 1 },
  '@media (pointer: coarse)': { height: 44, padding: '0 10px 0 12px', fontSize: 13 },
})

export type FiltroEnVigor = { nombre: string; valor: string | undefined; onRemove: () => void }

type Props = {
  filtros: FiltroEnVigor[]
  /** The chip names its filter, because the field is not visible. */
  conCampo?: boolean
}

/** The active filters; a click removes one. */
export function ChipsFiltros({ filtros, conCampo }: Props) {
  const chips = filtros.filter((c) => c.valor)
  if (chips.length === 0) return null
  return (
    <Lista aria-label="Filtros aplicados">
      {chips.map(({ nombre, valor, onRemove }) => (
        <li key={nombre}>
          <Chip type="button" aria-label={`Quitar ${nombre}: ${valor}`} onClick={onRemove}>
            <span>{conCampo ? `${nombre}: ${valor}` : valor}</span>
            <ClearIcon />
          </Chip>
        </li>
      ))}
    </Lista>
  )
}
