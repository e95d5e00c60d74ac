import Box from '@mui/material/Box'
import type { PruebaDada as Prueba } from '#contract/cuentas/custodia/custodia'
import { formatOido } from '#contract/cuentas/custodia/values'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { tono } from '../../ui/theme/tono'

/** The proof that an answer came with: as it was then, and as far as the partner may see it. */
export function PruebaDada({ prueba }: { prueba: Prueba }) {
  const zona = useZona()
  const { visto, documento, recuento, ultimo } = prueba
  const partes: [string, string][] = [
    visto
      ? ['Visto', `${fechaHora(visto.momento, zona)}: ${formatOido(visto)}`]
      : ['Anotado', documento ?? 'A mano'],
  ]
  if (recuento !== null) partes.push(['Lo demuestra', `Recuento ${recuento}`])
  if (ultimo)
    partes.push(['Último lugar entonces', `${fechaHora(ultimo.momento, zona)}: ${formatOido(ultimo)}`])
  return (
    <Box
      component="dl"
      aria-label="Demostración de la respuesta"
      sx={{
        m: 0,
        my: 1,
        pl: 3,
        borderLeft: `2px solid ${tono('line')}`,
        '& dt': { color: tono('muted') },
        '& dd': { m: 0, mb: 1 },
      }}
    >
      {partes.map(([que, texto]) => (
        <div key={que}>
          <dt>{que}</dt>
          <dd>{texto}</dd>
        </div>
      ))}
    </Box>
  )
}
