import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import CssBaseline from '@mui/material/CssBaseline'
import { esES } from '@mui/material/locale'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useLayoutEffect } from 'react'
import { useEnPapel } from './papel'
import { componentes } from './tema-componentes'
import { CLARO, OSCURO } from './tokens'

declare module '@mui/material/styles' {
  interface Palette {
    tono: typeof CLARO
  }
  interface PaletteOptions {
    tono?: typeof CLARO
  }
}

export const LETRA = '"Inter Variable", system-ui, sans-serif'
const MS = 150

const paleta = (t: typeof CLARO, sobreColor: string) => ({
  palette: {
    tono: t,
    // A dark button keeps the contrast of its text on hover.
    tonalOffset: { light: 0.2, dark: 0.2 },
    primary: { main: t.brand, contrastText: sobreColor },
    secondary: { main: t.gris, contrastText: sobreColor },
    error: { main: t.rojo, contrastText: sobreColor },
    warning: { main: t.amber, contrastText: sobreColor },
    info: { main: t.azul, contrastText: sobreColor },
    success: { main: t.verde, contrastText: sobreColor },
    text: { primary: t.ink, secondary: t.muted, disabled: t.muted },
    divider: t.line,
    background: { default: t.ground, paper: t.paper },
  },
})

const tema = createTheme(
  {
    cssVariables: { colorSchemeSelector: 'data-tema' },
    colorSchemes: { light: paleta(CLARO, '#FFFFFF'), dark: paleta(OSCURO, '#0D1716') },
    spacing: 4,
    shape: { borderRadius: 8 },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    motion: { reducedMotion: 'system' },
    transitions: {
      duration: {
        shortest: MS,
        shorter: MS,
        short: MS,
        standard: MS,
        complex: MS,
        enteringScreen: MS,
        leavingScreen: MS,
      },
    },
    typography: {
      fontFamily: LETRA,
      fontSize: 14,
      htmlFontSize: 16,
      h1: { fontSize: 28, lineHeight: '36px', fontWeight: 650, letterSpacing: '-0.02em' },
      h2: { fontSize: 20, lineHeight: '28px', fontWeight: 650, letterSpacing: '-0.015em' },
      h3: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
      body1: { fontSize: 14, lineHeight: '20px' },
      body2: { fontSize: 13, lineHeight: '20px' },
      caption: { fontSize: 12, lineHeight: '16px' },
      button: { fontSize: 14, lineHeight: '20px', fontWeight: 550, textTransform: 'none' },
    },
    components: componentes,
  },
  esES,
)

/** Print is always light. */
function LuzEnPapel() {
  const enPapel = useEnPapel()
  useLayoutEffect(() => {
    if (!enPapel) return
    const { dataset } = document.documentElement
    const { tema: previo } = dataset
    dataset.tema = 'light'
    return () => {
      if (previo === undefined) delete dataset.tema
      else dataset.tema = previo
    }
  }, [enPapel])
  return null
}

export function Tema({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={tema} defaultMode="system" disableTransitionOnChange noSsr>
      <CssBaseline enableColorScheme />
      <LuzEnPapel />
      {children}
    </ThemeProvider>
  )
}
