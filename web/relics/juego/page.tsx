import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSesion } from '../../lib/session/sesion'
import { tono } from '../../ui/theme/tono'
import { TEMAS, type Tema } from './dibujo'
import { Mandos } from './mandos'
import { Marcador, NOMBRE_FASE } from './marcador'
import type { Fase } from './motor'
import { puntuacionesQuery, readMejor, saveMejor, sendPuntos } from './puntuaciones'
import { usePartida } from './use-partida'

const INVITACION: Partial<Record<Fase, string>> = {
  menu: 'Pulsa espacio o toca para empezar',
  pausado: 'En pausa: pulsa espacio o toca para seguir',
  fin: 'Fin de la partida: pulsa espacio o toca para otra',
}

export function JuegoPage() {
  const lienzo = useRef<HTMLCanvasElement>(null)
  const [tema, setTema] = useState<Tema>('clasico')
  const [rejilla, setRejilla] = useState(true)
  const [mejor, setMejor] = useState(readMejor)
  const sesion = useSesion()
  const cliente = useQueryClient()
  const juego = usePartida(lienzo, { tema, rejilla }, (p) => {
    setMejor(saveMejor(p.puntos))
    void sendPuntos(p.puntos, p.tiempo / 1000, sesion?.nombre ?? '').then(() =>
      cliente.invalidateQueries({ queryKey: puntuacionesQuery().queryKey }),
    )
  })
  const { partida } = juego
  const invitacion = INVITACION[partida.fase]
  return (
    <Box sx={{ width: '100%', maxWidth: 1080, mx: 'auto', p: { xs: 4, md: 6 } }}>
      <Typography variant="h2" component="h1" sx={{ mb: 4 }}>
        Modo secreto
      </Typography>
      <Mandos
        fase={partida.fase}
        dificultad={partida.dificultad}
        onDificultad={(dificultad) => juego.reiniciar({ dificultad })}
        tema={tema}
        onTema={setTema}
        rejilla={rejilla}
        onRejilla={setRejilla}
        atraviesa={partida.atraviesa}
        onCross={(atraviesa) => juego.reiniciar({ atraviesa })}
        onBegin={juego.start}
        onPausa={juego.pause}
        onResume={juego.resume}
        onRestart={() => juego.reiniciar()}
        onJuego={() => lienzo.current?.focus({ preventScroll: true })}
      />
      <Box
        sx={{
          mt: 5,
          display: 'grid',
          gap: 6,
          gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 280px' },
        }}
      >
        <Box
          sx={{
            position: 'relative',
            width: '100%',
            maxWidth: 'min(100%, calc(100dvh - 232px))',
            minWidth: 280,
            mx: 'auto',
            aspectRatio: '1',
          }}
        >
          <canvas
            ref={lienzo}
            role="img"
            tabIndex={-1}
            aria-label={`Serpiente: ${NOMBRE_FASE[partida.fase]}, ${partida.puntos} puntos`}
            data-fase={partida.fase}
            {...juego.deslizar}
            onClick={() => partida.fase !== 'jugando' && juego.toggle()}
            style={{
              display: 'block',
              width: '100%',
              height: '100%',
              borderRadius: 8,
              border: `1px solid ${tono('line')}`,
              background: TEMAS[tema].fondo,
              touchAction: 'none',
            }}
          />
          {invitacion && (
            <Box
              sx={{
                position: 'absolute',
                inset: 0,
                display: 'grid',
                placeContent: 'start center',
                pt: '14%',
                pointerEvents: 'none',
                textAlign: 'center',
                p: 4,
              }}
            >
              <Box
                component="span"
                sx={{
                  px: 4,
                  py: 2,
                  borderRadius: 2,
                  bgcolor: 'rgb(0 0 0 / 0.72)',
                  color: '#fff',
                  fontWeight: 600,
                }}
              >
                {invitacion}
              </Box>
            </Box>
          )}
        </Box>
        <Marcador puntos={partida.puntos} mejor={Math.max(mejor, partida.puntos)} fase={partida.fase} />
      </Box>
    </Box>
  )
}
