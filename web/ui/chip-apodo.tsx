import { styled } from '@mui/material/styles'
import { EnlaceFicha } from './enlace-contenedor'
import { LETRA_MONO } from './tema'
import { tinte, tono } from './tono'

const Boton = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-block',
  maxWidth: '100%',
  height: 22,
  padding: '0 8px',
  borderRadius: 6,
  border: `1px solid ${tono('line')}`,
  background: tono('paper'),
  color: tono('ink'),
  fontFamily: LETRA_MONO,
  fontSize: 12,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  '& span': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  verticalAlign: 'middle',
  cursor: 'pointer',
  position: 'relative',
  '&:hover': { borderColor: tono('brand'), color: tono('brand'), background: tinte('brand', 6) },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 1 },
  '@media (pointer: coarse)': {
    height: 32,
    lineHeight: '30px',
    padding: '0 10px',
    fontSize: 13,
    // The thumb gets 44 px.
    '&::after': { content: '""', position: 'absolute', inset: '-7px -1px' },
  },
})

const Pareja = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minWidth: 0,
  '& > button': { flex: '0 1 auto', minWidth: 0 },
})

type Props = {
  apodo: string
  ayuda: string
  onClick: () => void
  /** A way to the file of the container beside it; a reader has none. */
  ficha?: boolean
}

/** A nickname as a chip that leads somewhere; `ayuda` says where. */
export function ChipApodo({ apodo, ayuda, onClick, ficha }: Props) {
  const chip = (
    <Boton type="button" title={ayuda} onClick={onClick}>
      <span>{apodo}</span>
    </Boton>
  )
  if (!ficha) return chip
  return (
    <Pareja>
      {chip}
      <EnlaceFicha apodo={apodo} />
    </Pareja>
  )
}
