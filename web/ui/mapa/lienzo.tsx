import { styled } from '@mui/material/styles'
import { tono } from '../theme/tono'

/** Container of the map, with the few rules of the engine's stylesheet that follow our theme. */
export const Lienzo = styled('div', { shouldForwardProp: (p) => p !== 'oscurecer' })<{ oscurecer: boolean }>(
  ({ oscurecer }) => ({
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    isolation: 'isolate',
    background: tono('ground'),
    // `clip`, unlike `hidden`, does not scroll when an element at the edge takes the focus.
    '&& .mapa-caja': {
      position: 'absolute',
      inset: 0,
      font: 'inherit',
      overflow: 'clip',
      isolation: 'isolate',
    },
    '& .mapa-previa': { position: 'absolute', inset: 0, overflow: 'clip', pointerEvents: 'none' },
    '& .marcador-caja:hover, & .marcador-caja:focus-within, & .marcador-caja:has([data-encendido])': {
      zIndex: 1,
    },
    // Public styles are light only; the markers above the canvas keep their colours.
    '& .maplibregl-canvas': oscurecer
      ? { filter: 'invert(1) hue-rotate(180deg) brightness(0.9) contrast(0.9)' }
      : {},
    '& .maplibregl-canvas:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
    '& .mapa-fallo': {
      position: 'absolute',
      top: '50%',
      left: 12,
      right: 12,
      margin: 0,
      textAlign: 'center',
      padding: '8px 12px',
      border: `1px solid ${tono('line')}`,
      borderRadius: 8,
      background: tono('paper'),
    },
    // Doubled selector, because the engine's stylesheet is loaded after ours.
    '&& .maplibregl-ctrl-attrib, && .maplibregl-ctrl-scale': {
      background: `color-mix(in srgb, ${tono('paper')} 82%, transparent)`,
      color: tono('muted'),
      fontSize: 12,
      lineHeight: '16px',
    },
    '&& .maplibregl-ctrl-attrib': { padding: '1px 6px' },
    '&& .maplibregl-ctrl-attrib a': { color: 'inherit' },
    '&& .maplibregl-ctrl-scale': { border: `1px solid ${tono('muted')}`, borderTop: 0, padding: '0 4px' },
    '& .rotulo-mapa': {
      display: 'block',
      fontSize: 12,
      lineHeight: '16px',
      whiteSpace: 'nowrap',
      color: tono('muted'),
      textShadow: `0 0 3px ${tono('paper')}, 0 0 3px ${tono('paper')}`,
    },
    '& .rotulo-mapa-mayor': { fontSize: 13, fontWeight: 600, letterSpacing: '0.02em' },
    // Its city is where the markers are.
    '& .rotulo-mapa-capital': { translate: '0 40px' },
  }),
)
