import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PerdidaOf } from '#contract/cuentas/perdidas/perdidas'
import { NOMBRE_ASIENTO, NOMBRE_PELDANO } from '#contract/cuentas/perdidas/values'
import { QuienBusca } from '../../dominio/quien-busca'
import { perdidaQuery, UltimaVez } from '../../dominio/ultima-vez'
import { formatVuelve } from '../../dominio/vuelve'
import { formatEuros } from '../../lib/formato'
import { Fallo } from '../../ui/feedback/fallo'
import { Momento } from '../../ui/momento'
import { tono } from '../../ui/theme/tono'

type Props = { apodo: string; mac: string; empresa: number }

/** The rung of a container on the loss ladder, and the asientos of its silences. */
export function Perdida({ apodo, mac, empresa }: Props) {
  const { data, error, refetch } = useQuery(perdidaQuery(apodo, mac))
  if (error && !data) return <Fallo texto={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton variant="rounded" height={64} />
  return (
    <>
      <Typography>
        <Peldano perdida={data} apodo={apodo} />
      </Typography>
      {(data.busca || data.peldano === 'en_busqueda') && (
        <Box sx={{ mt: 2, fontSize: 14 }}>
          Lo busca:{' '}
          <QuienBusca
            {...data}
            apodo={apodo}
            mac={mac}
            empresa={empresa}
            lugar={data.ultimo?.lugar ?? null}
          />
        </Box>
      )}
      {data.ultimo && <UltimaVez ultimo={data.ultimo} />}
      {data.historia.length > 0 && (
        <Box
          component="ol"
          aria-label="Lo que se dijo"
          sx={{ m: 0, mt: 3, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
        >
          {data.historia.map((h) => (
            <Box component="li" key={h.id} sx={{ fontSize: 13 }}>
              <Box component="span" sx={{ fontWeight: 550 }}>
                {NOMBRE_ASIENTO[h.clase]}
              </Box>
              {' · '}
              <Momento iso={h.momento} />
              {h.por_silencio && ' · por el tiempo sin oírlo'}
              {h.persona && ` · ${h.persona.nombre}`}
              {h.lleva && ` · lo busca ${h.lleva.nombre}`}
              {h.recuento !== null && (
                <>
                  {' · '}
                  <Link
                    to="/recuentos/$id"
                    params={{ id: String(h.recuento) }}
                    style={{ color: tono('brand') }}
                  >
                    recuento {h.recuento}
                  </Link>
                </>
              )}
              {h.anulado && ' · deshecho'}
              {h.nota && <Box sx={{ color: tono('muted') }}>{h.nota}</Box>}
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}

function Peldano({
  perdida: { peldano, desde, dias_cerrados, centimos, vuelve, esperada },
  apodo,
}: {
  perdida: PerdidaOf
  apodo: string
}) {
  if (peldano === null) return 'Ningún lector lo ha oído nunca.'
  if (peldano === 'visto') return 'Se ve: no falta.'
  return (
    <>
      <Link to="/perdidas" search={{ buscar: apodo } as never} style={{ color: tono('brand') }}>
        {NOMBRE_PELDANO[peldano]}
      </Link>
      {desde ? (
        <>
          {', sin ver desde '}
          <Momento iso={desde} />
          {dias_cerrados > 0 &&
            ` (${dias_cerrados === 1 ? 'un día que su planta cierra no cuenta' : `${dias_cerrados} días que su planta cierra no cuentan`} para buscarlo ni proponer su baja)`}
        </>
      ) : (
        ', aunque los lectores lo oyen: no se encontró al contar'
      )}
      {centimos !== null && `, vale ${formatEuros(centimos)}`}. {formatVuelve(vuelve)}
      {esperada !== null && ` Pérdida esperada: ${formatEuros(esperada)}.`}
    </>
  )
}
