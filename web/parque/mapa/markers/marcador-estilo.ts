import { styled } from '@mui/material/styles'
import { tinte, tono } from '../../../ui/theme/tono'
import { ALTO_LUGAR, ANCHO_PISTA, SEPARACION_LUGAR } from './place'

const sombra = '0 1px 4px rgb(0 0 0 / 0.35)'

export const BotonMarcador = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  cursor: 'pointer',
  color: tono('paper'),
  transition: 'scale 150ms',
  // The touch target is 44 px, however small the marker.
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 'min(0px, calc((100% - 44px) / 2))',
    borderRadius: '50%',
  },
  '&[data-encendido]': { scale: '1.18', zIndex: 1 },
  '&:focus-visible': { outline: `3px solid ${tono('ink')}`, outlineOffset: 2 },

  // The colour of its worst member, as a tint: one lost container among two hundred must not make the disc red.
  '&[data-forma="grupo"]': {
    background: `color-mix(in srgb, var(--color) 13%, ${tono('paper')})`,
    boxShadow: sombra,
  },
  '& .anillo': { position: 'absolute', inset: 0 },
  '& .cuenta': {
    color: 'var(--color)',
    fontSize: 13,
    fontWeight: 650,
    lineHeight: 1,
    letterSpacing: '-0.02em',
  },
  '&[data-forma="grupo"][data-encendido]': {
    background: tinte('brand', 16),
    boxShadow: `0 0 0 3px ${tono('brand')}, ${sombra}`,
  },

  '&:not([data-forma="grupo"])::before': {
    content: '""',
    position: 'absolute',
    inset: 0,
    zIndex: -1,
    background: 'var(--color)',
    border: `2px solid ${tono('paper')}`,
    borderRadius: '50%',
    boxShadow: sombra,
  },
  '&[data-forma="SmartBle"]::before': { borderRadius: 8 },
  '&[data-forma="Reader"]::before': { borderRadius: 7, inset: 2, rotate: '45deg' },
  '& .tipo': { fontSize: 16 },

  '& .senal': {
    position: 'absolute',
    top: -5,
    right: -5,
    boxSizing: 'border-box',
    width: 19,
    height: 19,
    padding: '2px',
    borderRadius: '50%',
    background: 'var(--color)',
    border: `1.5px solid ${tono('paper')}`,
    color: tono('paper'),
  },
  // No reader hears it where it is drawn: only an outline.
  '&[data-ausente]': { color: 'var(--color)' },
  '&[data-ausente]:not([data-forma="grupo"])::before': {
    background: tono('paper'),
    border: '2px dashed var(--color)',
  },
  '& .inciertos': {
    position: 'absolute',
    bottom: -4,
    right: -6,
    padding: '0 4px',
    borderRadius: 7,
    background: tono('paper'),
    border: `1px solid ${tono('line')}`,
    color: tono('muted'),
    fontSize: 10.5,
    fontWeight: 600,
    lineHeight: '14px',
    pointerEvents: 'none',
  },
  // On its own background, so that it is readable over streets and fields alike.
  '& .lugar': {
    position: 'absolute',
    top: `calc(100% + ${SEPARACION_LUGAR}px)`,
    left: '50%',
    translate: '-50% 0',
    padding: '0 5px',
    borderRadius: 4,
    background: `color-mix(in srgb, ${tono('paper')} 82%, transparent)`,
    color: tono('ink'),
    fontSize: 12,
    fontWeight: 550,
    lineHeight: `${ALTO_LUGAR}px`,
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  '& .rotulo': {
    display: 'none',
    position: 'absolute',
    bottom: 'calc(100% + 8px)',
    left: '50%',
    translate: '-50% 0',
    width: 'max-content',
    maxWidth: ANCHO_PISTA,
    padding: '4px 8px',
    borderRadius: 6,
    background: tono('ink'),
    color: tono('paper'),
    fontSize: 12,
    fontWeight: 400,
    lineHeight: '16px',
    pointerEvents: 'none',
    textAlign: 'center',
    '&[data-abajo]': { bottom: 'auto', top: 'calc(100% + 8px)', zIndex: 1 },
  },
  // A group highlighted by its row shows no label, so that its neighbours stay visible.
  '&[data-encendido]:not([data-forma="grupo"]) .rotulo, &:hover .rotulo, &:focus-visible .rotulo': {
    display: 'block',
  },
  '&[inert] .rotulo': { display: 'none' },
})
