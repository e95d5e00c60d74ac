import { styled } from '@mui/material/styles'
import { tono } from '../../ui/theme/tono'

/** A button in a cell that looks like a link: it navigates within the screen. */
export const BotonCelda = styled('button')({
  all: 'unset',
  cursor: 'pointer',
  color: tono('brand'),
  textDecoration: 'underline',
  textDecorationColor: `color-mix(in srgb, ${tono('brand')} 45%, transparent)`,
  textUnderlineOffset: 3,
  fontVariantNumeric: 'tabular-nums',
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 2, borderRadius: 2 },
  '@media (pointer: coarse)': { minHeight: 44, display: 'inline-flex', alignItems: 'center' },
})
