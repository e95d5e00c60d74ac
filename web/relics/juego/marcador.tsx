import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { tono } from '../../ui/theme/tono'
import type { Fase } from './motor'
import { puntuacionesQuery } from './puntuaciones'

export const NOMBRE_FASE: Record<Fase, string> = {
  menu: 'Menú',
  jugando: 'Jugando',
  pausado: 'Pausado',
  fin: 'Fin',
}

const cifras = { fontVariantNumeric: 'tabular-nums' }

function Dato({ nombre, valor }: { nombre: string; valor: string }) {
  return (
    <Box>
      <Box component="dt" sx={{ fontSize: 12, color: tono('muted') }}>
        {nombre}
      </Box>
      <Box component="dd" sx={{ m: 0, fontSize: 20, fontWeight: 650, ...cifras }}>
        {valor}
      </Box>
    </Box>
  )
}

export function Marcador({ puntos, mejor, fase }: { puntos: number; mejor: number; fase: Fase }) {
  const { data } = useQuery(puntuacionesQuery())
  return (
    <Box component="aside" aria-label="Marcador" sx={{ display: 'grid', gap: 5, alignContent: 'start' }}>
      <Box
        component="dl"
        aria-live="polite"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 2 }}
      >
        <Dato nombre="Puntos" valor={puntos.toLocaleString('es')} />
        <Dato nombre="Mejor" valor={mejor.toLocaleString('es')} />
        <Dato nombre="Estado" valor={NOMBRE_FASE[fase]} />
      </Box>
      <section aria-labelledby="high-scores">
        <Typography id="high-scores" variant="h3" component="h2">
          High Scores
        </Typography>
        {data?.local && (
          <Typography variant="caption" color="textSecondary">
            Sin conexión con el servidor: las de este navegador.
          </Typography>
        )}
        {!data ? (
          <Skeleton height={120} />
        ) : data.lista.length === 0 ? (
          <Typography color="textSecondary" sx={{ mt: 2 }}>
            No scores yet. Be the first!
          </Typography>
        ) : (
          <Box
            component="ol"
            sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', maxHeight: 420, overflow: 'auto' }}
            tabIndex={0}
          >
            {data.lista.map((p, i) => (
              <Box
                component="li"
                key={p.id}
                sx={{
                  display: 'flex',
                  gap: 3,
                  py: 1.5,
                  borderTop: `1px solid ${tono('line')}`,
                  fontSize: 13,
                  ...cifras,
                }}
              >
                <Box component="span" sx={{ width: 24, color: tono('muted') }}>
                  {i + 1}
                </Box>
                <Box
                  component="span"
                  sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}
                >
                  {p.name}
                </Box>
                <b>{p.points.toLocaleString('es')}</b>
              </Box>
            ))}
          </Box>
        )}
      </section>
    </Box>
  )
}
