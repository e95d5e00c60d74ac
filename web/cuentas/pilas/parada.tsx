import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { FilaPila, Ronda } from '#contract/cuentas/pilas/pilas'
import { NOMBRE_CLASE_PILA } from '#contract/cuentas/pilas/values'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { haceCuanto } from '../../lib/formato'
import { tono } from '../../ui/theme/tono'
import { motivoOf } from './columnas'

type Props = {
  parada: Ronda['paradas'][number]
  /** Position in the walk, from 1. */
  numero: number
  isHecha: (f: FilaPila) => boolean
  /** Unset: read-only user. */
  onDone?: (f: FilaPila) => void
}

/** A stop of the round with its tags. */
export function ParadaRonda({ parada: { lugar, en_plano, contenedores }, numero, isHecha, onDone }: Props) {
  const nombre = lugar ?? 'Sin ubicación'
  return (
    <Box
      component="li"
      aria-label={nombre}
      sx={{ border: `1px solid ${tono('line')}`, borderRadius: 2, bgcolor: tono('paper'), p: 4 }}
    >
      <Typography component="h2" sx={{ fontWeight: 600 }}>
        {numero}. {nombre}
      </Typography>
      {!en_plano && (
        <Typography sx={{ fontSize: 13, color: tono('muted') }}>
          {lugar === null ? 'Nadie sabe dónde están.' : 'No está en el plano.'}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {contenedores.map((f) => {
          const hecha = isHecha(f)
          const suyo = f.Apodo ?? f.mac
          return (
            <Box
              component="li"
              key={f.mac}
              sx={{
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr) auto',
                gap: '0 12px',
                alignItems: 'center',
                minHeight: 56,
                pt: 2,
                '& + &': { mt: 2, borderTop: `1px solid ${tono('line')}` },
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                <EnlaceContenedor apodo={suyo} />
                <Typography sx={{ fontSize: 13, color: tono('muted') }}>
                  {NOMBRE_CLASE_PILA[f.clase]}. {motivoOf(f)}.
                  {f.UltimoRegistro && ` Oída ${haceCuanto(f.UltimoRegistro)}.`}
                </Typography>
              </Box>
              {hecha ? (
                <Typography sx={{ display: 'flex', gap: 1, color: tono('verde'), fontWeight: 550 }}>
                  <CheckIcon sx={{ fontSize: 20 }} />
                  Cambiada
                </Typography>
              ) : (
                onDone && (
                  <Button
                    variant="outlined"
                    aria-label={`Pila cambiada: ${suyo}`}
                    onClick={() => onDone(f)}
                    sx={{ minHeight: 44 }}
                  >
                    Cambiada
                  </Button>
                )
              )}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
