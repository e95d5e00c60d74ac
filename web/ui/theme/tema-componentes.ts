import type { ThemeOptions } from '@mui/material/styles'
import { ESTILO_PAPEL } from './papel'
import { LETRA_MONO } from './tokens'
import { tono } from './tono'

const TACTIL = '@media (pointer: coarse)'
const ANILLO = { outline: `2px solid ${tono('brand')}`, outlineOffset: 2 }
const borde = `1px solid ${tono('line')}`
const flotante = '0 8px 24px rgb(0 0 0 / 0.16), 0 1px 3px rgb(0 0 0 / 0.12)'

export const componentes: ThemeOptions['components'] = {
  MuiCssBaseline: {
    styleOverrides: {
      html: { height: '100%', scrollbarGutter: 'auto', '--letra-mono': LETRA_MONO },
      body: { minHeight: '100%', fontVariantNumeric: 'tabular-nums', overflowWrap: 'break-word' },
      '#raiz': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
      ':focus-visible': ANILLO,
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { animation: 'none !important', transition: 'none !important' },
      },
      ...ESTILO_PAPEL,
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': ANILLO } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 36, paddingInline: 14, borderRadius: 8, [TACTIL]: { minHeight: 44 } },
      sizeLarge: { minHeight: 44, fontSize: 14 },
      sizeSmall: { minHeight: 28, paddingInline: 10, fontSize: 13 },
      outlined: { borderColor: tono('line') },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        borderRadius: 8,
        width: 36,
        height: 36,
        color: tono('muted'),
        '&:hover': { color: tono('ink') },
        [TACTIL]: { width: 44, height: 44 },
      },
      sizeSmall: { width: 28, height: 28 },
    },
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiMenu: { styleOverrides: { paper: { border: borde, boxShadow: flotante } } },
  MuiPopover: { styleOverrides: { paper: { border: borde, boxShadow: flotante } } },
  MuiAutocomplete: { styleOverrides: { paper: { border: borde, boxShadow: flotante } } },
  MuiDialog: { styleOverrides: { paper: { border: borde, boxShadow: flotante, borderRadius: 12 } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '16px 20px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 20px 16px' } } },
  MuiListItemIcon: {
    styleOverrides: { root: { color: tono('muted'), '.MuiMenuItem-root &': { minWidth: 30 } } },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: { minHeight: 36, fontSize: 14, paddingInline: 12, [TACTIL]: { minHeight: 44 } },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, disableInteractive: false },
    styleOverrides: { tooltip: { fontSize: 12, backgroundColor: tono('ink'), color: tono('paper') } },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        fontSize: 14,
        backgroundColor: tono('paper'),
        // Below 16 px a phone zooms into the field on focus.
        [TACTIL]: { fontSize: 16, minHeight: 44 },
      },
      notchedOutline: { borderColor: `color-mix(in srgb, ${tono('muted')} 55%, ${tono('line')})` },
    },
  },
  MuiChip: {
    styleOverrides: { root: { borderRadius: 6, fontWeight: 550 }, sizeSmall: { height: 22, fontSize: 12 } },
  },
  MuiSwitch: {
    defaultProps: { size: 'small' },
    // White on white otherwise, while it is switched off.
    styleOverrides: {
      thumb: { boxShadow: `0 0 0 1px color-mix(in srgb, ${tono('muted')} 60%, transparent)` },
    },
  },
  MuiLink: { styleOverrides: { root: { textUnderlineOffset: 3, textDecorationColor: 'currentcolor' } } },
}
