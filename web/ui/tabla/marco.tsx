import { keyframes, styled } from '@mui/material/styles'
import { tinte, tono } from '../theme/tono'

const TACTIL = '@media (pointer: coarse)'
const BORDE_AMBAR = `inset 3px 0 0 ${tono('amber')}`
const BORDE_MARCA = `inset 3px 0 0 ${tono('brand')}`

/** Class of the placeholder of a value. A component per placeholder would make loading tables slow. */
export const HUESO = 'hueso'
const latir = keyframes({ '50%': { opacity: 0.4 } })

export const Region = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  minWidth: 0,
  height: '100%',
  background: tono('paper'),
  [`& .${HUESO}`]: {
    display: 'block',
    borderRadius: 4,
    background: tinte('ink', 11),
    animation: `${latir} 2s ease-in-out 0.5s infinite`,
    '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  },
})

/** Frame of a small table among other content; as tall as its rows. */
export const Recuadro = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  border: `1px solid ${tono('line')}`,
  borderRadius: 8,
  overflow: 'hidden',
  // The frame already has this line.
  '& section > :last-child': { borderTop: 0 },
  '& tbody tr:last-of-type td, & li:last-of-type': { borderBottom: 0 },
})

export const Desplazable = styled('div')({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  borderTop: `1px solid ${tono('line')}`,
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
})

/** One stylesheet for every cell: a style per cell is what makes long tables slow. */
export const TablaHtml = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: 13,
  lineHeight: '20px',
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 36,
    padding: '0 12px',
    background: tono('paper'),
    borderBottom: `1px solid ${tono('line')}`,
    color: tono('muted'),
    fontSize: 12,
    fontWeight: 550,
    textAlign: 'left',
    whiteSpace: 'nowrap',
  },
  '& thead td': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 28,
    padding: 0,
    background: tono('paper'),
    borderBottom: 0,
  },
  '& .grupos th': { height: 28, borderBottom: 0, fontSize: 12, fontWeight: 600, textAlign: 'center' },
  '& .grupos + tr th': { top: 28 },
  '& tbody td, & tfoot td': {
    height: 'var(--alto-fila)',
    padding: '0 12px',
    borderBottom: `1px solid ${tono('line')}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& tfoot td': {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    background: tono('ground'),
    borderTop: `1px solid ${tono('line')}`,
    borderBottom: 0,
    fontWeight: 600,
  },
  '& tbody td.hueco': { padding: 0, border: 0 },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
  // A checkbox for a finger is wider than the space between the paddings.
  '& th:has(> label), & td:has(> label)': { paddingRight: 0, overflow: 'visible' },
  '& .numerica': { textAlign: 'right' },
  '& tbody td.entera': { paddingBlock: 6, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  // The heading is right-aligned like its numbers.
  '& th.numerica button': { flexDirection: 'row-reverse' },
  '& th button': {
    all: 'unset',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    height: 28,
    cursor: 'pointer',
    borderRadius: 4,
    '&:hover, &[data-activa]': { color: tono('ink') },
    '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 2 },
    '& svg': { fontSize: 14, opacity: 0 },
    '&:hover svg': { opacity: 0.5 },
    '&[data-activa] svg': { opacity: 1 },
    [TACTIL]: { height: 36, '& svg': { opacity: 0.4 } },
  },
  '& tbody tr': {
    transition: 'background-color 150ms',
    background: 'var(--fondo)',
    '--fondo': 'transparent',
    '&[data-tono="rojo"]': { '--fondo': tinte('rojo', 8) },
    '&[data-tono="amber"]': { '--borde': BORDE_AMBAR, boxShadow: BORDE_AMBAR },
    '&[data-reciente]': { '--fondo': tinte('amber', 14) },
    '&:hover': { '--fondo': tono('ground') },
    '&[data-resaltada]': { '--fondo': tinte('brand', 10) },
    '&[data-elegida]': { '--fondo': tinte('brand', 14), '--borde': BORDE_MARCA, boxShadow: BORDE_MARCA },
    '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
  },
  // Stays in place while the other columns scroll under it.
  '& th.anclada, & td.anclada': { position: 'sticky', left: 0, zIndex: 1 },
  '& thead th.anclada, & tfoot td.anclada': { zIndex: 3 },
  '& tbody td.anclada': {
    background: `linear-gradient(var(--fondo), var(--fondo)), ${tono('paper')}`,
  },
  // The border of its row, which it would cover as the first column.
  '& tbody td.anclada:first-of-type': { boxShadow: 'var(--borde, 0 0 transparent)' },
})

export const Tarjeta = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  padding: '8px 16px 12px',
  borderBottom: `1px solid ${tono('line')}`,
  fontSize: 13,
  lineHeight: '20px',
  '&[data-tono="rojo"]': { background: tinte('rojo', 8) },
  '&[data-tono="amber"]': { boxShadow: BORDE_AMBAR },
  '&[data-reciente]': { background: tinte('amber', 14) },
  '&[data-resaltada]': { background: tinte('brand', 10) },
  '&[data-elegida]': { background: tinte('brand', 14), boxShadow: `inset 3px 0 0 ${tono('brand')}` },
})
