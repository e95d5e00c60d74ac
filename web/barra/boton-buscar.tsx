import SearchIcon from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAlmacen } from '../lib/session/almacen'
import type { Sesion } from '../lib/session/sesion'
import { useAviso } from '../ui/feedback/aviso'
import { tono } from '../ui/theme/tono'
import { buscador } from './buscador'

const DE_MAC = /^Mac|^iP(hone|ad|od)/.test(navigator.platform)
/** The game screen keeps all keys for itself. */
const RUTA_JUEGO = '/secret'

const load = async () => {
  const [{ Paleta }, { FindCodigo }] = await Promise.all([
    import('../command-palette/paleta'),
    import('../command-palette/find-codigo'),
  ])
  return { Paleta, FindCodigo }
}
type Buscadores = Awaited<ReturnType<typeof load>>
const open = () => buscador.set('paleta')
const close = () => buscador.set(undefined)

/**
 * Opens the command palette, also by Ctrl+K and ⌘K. This component renders the palette and the scanner, which other buttons open too; their
 * code loads at first use.
 */
export function BotonBuscar({ sesion }: { sesion: Sesion }) {
  const [partes, setPartes] = useState<Buscadores>()
  const abierto = useAlmacen(buscador)
  const aviso = useAviso()
  const jugando = useLocation({ select: (l) => l.pathname === RUTA_JUEGO })

  useEffect(() => {
    if (!abierto) return
    load().then(setPartes, () => {
      close()
      aviso.error('No se ha podido abrir la búsqueda. Comprueba la conexión.')
    })
  }, [abierto, aviso])
  useEffect(() => close, [])

  useEffect(() => {
    if (jugando) return
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== 'k' || e.ctrlKey === e.metaKey || e.altKey || e.shiftKey) return
      // An open dialog with a question keeps the keys.
      if (!abierto && document.querySelector('[role=dialog][aria-modal=true]')) return
      e.preventDefault()
      if (e.repeat) return
      if (abierto) close()
      else open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [abierto, jugando])

  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        aria-label="Buscar pantallas y contenedores"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Buscar (${DE_MAC ? '⌘K' : 'Ctrl+K'})`}
        onClick={open}
        onPointerEnter={() => void load().catch(() => {})}
        sx={{
          flex: 'none',
          minWidth: { xs: 44, md: 36 },
          minHeight: { xs: 44, md: 32 },
          px: { xs: 0, lg: 2 },
          gap: 2,
          fontSize: 13,
          fontWeight: 500,
          color: tono('muted'),
          borderColor: { xs: 'transparent', lg: tono('line') },
          '&:hover': { color: tono('ink') },
        }}
      >
        <SearchIcon sx={{ fontSize: 20 }} />
        <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' } }}>
          Buscar
        </Box>
        <Box
          component="kbd"
          aria-hidden
          sx={{
            display: { xs: 'none', lg: 'inline' },
            px: 1.25,
            border: `1px solid ${tono('line')}`,
            borderRadius: '4px',
            fontFamily: 'inherit',
            fontSize: 12,
            lineHeight: '18px',
            whiteSpace: 'nowrap',
          }}
        >
          {DE_MAC ? '⌘ K' : 'Ctrl K'}
        </Box>
      </Button>
      {partes && <partes.Paleta sesion={sesion} abierta={abierto === 'paleta'} onClose={close} />}
      {partes && abierto === 'escaner' && <partes.FindCodigo onClose={close} onWrite={open} />}
    </>
  )
}
