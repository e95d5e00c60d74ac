import SearchIcon from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Sesion } from '../lib/sesion'
import { useAviso } from '../ui/aviso'
import { tono } from '../ui/tono'

const DE_MAC = /^Mac|^iP(hone|ad|od)/.test(navigator.platform)
/** Whoever plays there keeps every key. */
const RUTA_JUEGO = '/secret'

const load = () => import('../paleta/paleta').then((m) => m.Paleta)
type Paleta = Awaited<ReturnType<typeof load>>

/** Opens the search over screens and containers, as Ctrl+K and ⌘K do; its code comes when it is first wanted. */
export function BotonBuscar({ sesion }: { sesion: Sesion }) {
  const [paleta, setPaleta] = useState<{ Paleta: Paleta }>()
  const [abierta, setAbierta] = useState(false)
  const aviso = useAviso()
  const jugando = useLocation({ select: (l) => l.pathname === RUTA_JUEGO })

  const open = useCallback(() => {
    setAbierta(true)
    load().then(
      (Paleta) => setPaleta({ Paleta }),
      () => {
        setAbierta(false)
        aviso.error('No se ha podido abrir la búsqueda. Comprueba la conexión.')
      },
    )
  }, [aviso])

  useEffect(() => {
    if (jugando) return
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== 'k' || e.ctrlKey === e.metaKey || e.altKey || e.shiftKey) return
      // A dialog that asks something is answered first.
      if (!abierta && document.querySelector('[role=dialog][aria-modal=true]')) return
      e.preventDefault()
      if (e.repeat) return
      if (abierta) setAbierta(false)
      else open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [abierta, open, jugando])

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
      {paleta && <paleta.Paleta sesion={sesion} abierta={abierta} onClose={() => setAbierta(false)} />}
    </>
  )
}
