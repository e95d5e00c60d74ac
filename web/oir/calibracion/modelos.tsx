import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Modelos as Comparados } from '#contract/oir/lecturas/calibracion'
import { tono } from '../../ui/theme/tono'
import { Lista } from './lista'
import { cuantos } from './textos'

const MODELOS = [
  ['sitios', 'Los puntos del paseo', 'Busca el punto del paseo que más se parece.'],
  [
    'zonas',
    'Cada lugar en conjunto',
    'Unos pocos niveles típicos de cada lugar, que aguantan mejor los meses.',
  ],
  ['lectores', 'Solo los lectores', 'Lo que dicen los lectores de cada lugar, sin el paseo.'],
] as const

const porciento = (n: number) => `${Math.round(100 * n)} %`

/** The models that estimate the place, with the accuracy of each on data that it was not trained on. */
export function Modelos({ modelos }: { modelos: Comparados }) {
  const { pruebas, juntos } = modelos
  const orden = MODELOS.toSorted(([a], [b]) => modelos[b].peso - modelos[a].peso)
  return (
    <>
      <Typography variant="h3" component="h2">
        Cómo ubica
      </Typography>
      <Typography variant="body2" color="textSecondary">
        Retorna combina tres formas de reconocer un lugar y da más peso a la que mejor acierta aquí. Las ha
        probado con {cuantos(pruebas, 'trozo', 'trozos')} de los paseos y de las correcciones, apartando cada
        vez los que iba a adivinar. Juntas aciertan el {porciento(juntos / pruebas)}.
      </Typography>
      <Lista nombre="Cómo ubica">
        {orden.map(([clase, nombre, explica]) => {
          const { peso, aciertos } = modelos[clase]
          return (
            <Box key={clase} component="li">
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontWeight: 550 }}>{nombre}</Box>
                <Box sx={{ fontSize: 13, color: tono('muted') }}>{explica}</Box>
              </Box>
              <Box sx={{ flex: 'none', textAlign: 'right' }}>
                <Box>Acierta el {porciento(aciertos / pruebas)}</Box>
                <Box sx={{ fontSize: 13, color: tono('muted') }}>Pesa el {porciento(peso)}</Box>
              </Box>
            </Box>
          )
        })}
      </Lista>
    </>
  )
}
