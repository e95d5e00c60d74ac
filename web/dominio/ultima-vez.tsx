import Box from '@mui/material/Box'
import { queryOptions } from '@tanstack/react-query'
import type { PerdidaOf } from '#contract/cuentas/perdidas/perdidas'
import { MINUTOS_JUNTOS } from '#contract/cuentas/perdidas/values'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { Momento } from '../ui/momento'
import { tono } from '../ui/theme/tono'
import { EnlaceContenedor } from './enlace-contenedor'

const SONDEO_MS = 60_000

/** The rung of a container on the loss ladder, and a link to the containers that left with it. */
export const perdidaQuery = (apodo: string, mac: string) =>
  queryOptions({
    queryKey: ['contenedor', apodo, 'perdida', mac],
    queryFn: ({ signal }) => call(api.getPerdidaOf, { params: { mac }, signal }),
    refetchInterval: SONDEO_MS,
  })

/** Where the container was last heard, and what left with it. */
export function UltimaVez({ ultimo: u }: { ultimo: NonNullable<PerdidaOf['ultimo']> }) {
  return (
    <Box sx={{ mt: 2, fontSize: 14 }}>
      Se oyó por última vez en <b>{u.lugar}</b>
      {u.etapa && ` (etapa ${u.etapa})`}, <Momento iso={u.momento} />.{' '}
      {u.juntos_total === 0
        ? `Ningún otro contenedor salió de allí en los ${MINUTOS_JUNTOS} minutos de antes o después.`
        : `${cuantos(u.juntos_total)} de allí en los ${MINUTOS_JUNTOS} minutos de antes o después; ${
            u.juntos_vueltos === u.juntos_total
              ? 'se han vuelto a oír todos'
              : `se han vuelto a oír ${u.juntos_vueltos}`
          }:`}
      {u.juntos_total > 0 && (
        <Box
          component="ul"
          tabIndex={0}
          aria-label="Salieron con él"
          sx={{
            m: 0,
            mt: 1,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gap: 1,
            maxHeight: 240,
            overflow: 'auto',
          }}
        >
          {u.juntos.map((j) => (
            <Box component="li" key={j.mac} sx={{ fontSize: 13 }}>
              <EnlaceContenedor apodo={j.Apodo ?? j.mac} />
              {' · '}
              {j.vuelto ? (
                <>
                  vuelto a oír{j.en && ` en ${j.en}`} <Momento iso={j.vuelto} />
                </>
              ) : (
                <b>tampoco se ha vuelto a oír</b>
              )}
            </Box>
          ))}
        </Box>
      )}
      {u.juntos_total > u.juntos.length && (
        <Box sx={{ fontSize: 13, color: tono('muted') }}>Se nombran los {u.juntos.length} primeros.</Box>
      )}
    </Box>
  )
}

const cuantos = (n: number) => (n === 1 ? 'Otro contenedor salió' : `Otros ${n} contenedores salieron`)
