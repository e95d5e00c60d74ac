import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useEffect, useState } from 'react'
import { Fallo } from './feedback/fallo'

const ESPERA_MS = 15_000

type Props = { url: string; titulo: string; ayuda: string }

/**
 * An external page in a sandboxed frame: it runs its own scripts and cannot reach ours. A frame does not report whether it loaded, so its
 * address is fetched first to detect a server that is not there.
 */
export function MarcoExterno({ url, titulo, ayuda }: Props) {
  const [intento, setIntento] = useState(0)
  const [fase, setFase] = useState<'cargando' | 'lista' | 'fallo'>('cargando')

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const corte = new AbortController()
    setFase('cargando')
    const reloj = setTimeout(() => corte.abort('lento'), ESPERA_MS)
    fetch(url, { mode: 'no-cors', credentials: 'omit', signal: corte.signal, cache: 'no-store' })
      .then(() => setFase('lista'))
      .catch(() => corte.signal.reason !== 'fuera' && setFase('fallo'))
      .finally(() => clearTimeout(reloj))
    return () => {
      clearTimeout(reloj)
      corte.abort('fuera')
    }
  }, [url, intento])

  if (fase === 'fallo')
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', gap: 4, p: 6 }}>
        <Fallo
          texto={`No se ha podido cargar: ${titulo}`}
          detalle={ayuda}
          onRetry={() => setIntento((n) => n + 1)}
        />
        <Button
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          startIcon={<OpenInNewIcon />}
          color="inherit"
          sx={{ justifySelf: 'center' }}
        >
          Abrir en otra pestaña
        </Button>
      </Box>
    )
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {fase === 'cargando' && <LinearProgress aria-label={`Cargando ${titulo}`} />}
      {fase === 'lista' && (
        <iframe
          key={intento}
          src={url}
          title={titulo}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
          style={{ flex: 1, width: '100%', border: 0 }}
        />
      )}
    </Box>
  )
}
