import SendIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as Enlace } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Marca } from '../../ui/marca'
import { tinte, tono } from '../../ui/theme/tono'
import { Respuesta } from './respuesta'

const EJEMPLOS = [
  '¿Cómo doy de alta un contenedor con el código QR?',
  '¿Cómo se cierra una incidencia?',
  '¿Qué significa Posible extravío?',
  '¿Cómo exporto el inventario a Excel?',
]
const MAX_PREGUNTA = 300
const ANCHO = 760

type Consulta = { id: number; pregunta: string }

/** A list of questions, each with the answer found in the manuals. */
export function Conversacion() {
  const [consultas, setConsultas] = useState<Consulta[]>([])
  const [texto, setTexto] = useState('')
  const campo = useRef<HTMLInputElement>(null)
  const ultimo = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each question brings itself into view.
  useEffect(() => {
    ultimo.current?.scrollIntoView({ block: 'start' })
  }, [consultas.length])

  const ask = (pregunta: string) => {
    if (!pregunta.trim()) return
    setConsultas((t) => [...t, { id: t.length, pregunta: pregunta.trim() }])
    setTexto('')
    campo.current?.focus()
  }

  return (
    <Box sx={{ height: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: tono('ground') }}>
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          minHeight: 52,
          px: { xs: 4, md: 6 },
          bgcolor: tono('paper'),
          borderBottom: `1px solid ${tono('line')}`,
          color: tono('brand'),
        }}
      >
        <Marca tam={22} />
        <Typography component="h1" sx={{ fontSize: 16, fontWeight: 650, color: tono('ink') }}>
          Asistente de Retorna
        </Typography>
        <Link component={Enlace} to="/Manuales" sx={{ ml: 'auto', py: 3, fontSize: 14 }}>
          Manuales
        </Link>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 4 }}>
        <Box sx={{ maxWidth: ANCHO, mx: 'auto', py: { xs: 4, md: 8 } }}>
          {consultas.length === 0 && <Bienvenida onEjemplo={ask} />}
          <Box role="log" aria-label="Conversación" aria-live="polite">
            {consultas.map((t, i) => (
              <Box
                key={t.id}
                ref={i === consultas.length - 1 ? ultimo : undefined}
                sx={{ mb: 8, scrollMarginTop: 16 }}
              >
                <Box
                  component="p"
                  sx={{
                    m: 0,
                    mb: 4,
                    ml: 'auto',
                    width: 'fit-content',
                    maxWidth: '85%',
                    px: 4,
                    py: 2.5,
                    borderRadius: '12px',
                    bgcolor: tinte('brand', 12),
                    overflowWrap: 'anywhere',
                  }}
                >
                  {t.pregunta}
                </Box>
                <Respuesta consulta={t.id} pregunta={t.pregunta} />
              </Box>
            ))}
          </Box>
        </Box>
      </Box>
      <Box
        component="form"
        onSubmit={(e) => {
          e.preventDefault()
          ask(texto)
        }}
        sx={{ px: 4, pb: 'calc(16px + env(safe-area-inset-bottom))', pt: 2 }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            maxWidth: ANCHO,
            mx: 'auto',
            pl: 4,
            pr: 1.5,
            py: 1.5,
            bgcolor: tono('paper'),
            border: `1px solid ${tono('muted')}`,
            borderRadius: '12px',
            '&:focus-within': { borderColor: tono('brand'), boxShadow: `0 0 0 1px ${tono('brand')}` },
          }}
        >
          <InputBase
            inputRef={campo}
            autoFocus
            fullWidth
            value={texto}
            onChange={(e) => setTexto(e.target.value)}
            placeholder="Escribe tu pregunta"
            inputProps={{ 'aria-label': 'Pregunta', maxLength: MAX_PREGUNTA, enterKeyHint: 'send' }}
            sx={{ fontSize: 16 }}
          />
          <IconButton
            type="submit"
            aria-label="Preguntar"
            disabled={!texto.trim()}
            sx={{
              width: 44,
              height: 44,
              borderRadius: '8px',
              bgcolor: tono('brand'),
              color: tono('paper'),
              '&:hover': { bgcolor: tono('petrol') },
              '&.Mui-disabled': { bgcolor: tono('line'), color: tono('muted') },
            }}
          >
            <SendIcon sx={{ fontSize: 20 }} />
          </IconButton>
        </Box>
      </Box>
    </Box>
  )
}

function Bienvenida({ onEjemplo }: { onEjemplo: (pregunta: string) => void }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', mb: 8 }}>
      <Typography variant="h1" component="h2">
        ¿En qué te ayudo?
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        Busco en los manuales de Retorna y cito lo que dicen, con su página. Si no lo dicen, te lo digo.
      </Typography>
      {EJEMPLOS.map((e) => (
        <Button
          key={e}
          variant="outlined"
          color="inherit"
          onClick={() => onEjemplo(e)}
          sx={{
            minHeight: 44,
            px: 4,
            textAlign: 'left',
            fontWeight: 400,
            bgcolor: tono('paper'),
            borderColor: tono('line'),
          }}
        >
          {e}
        </Button>
      ))}
    </Box>
  )
}
