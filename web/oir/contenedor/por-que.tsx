import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { Transicion } from '#contract/oir/contenedores/transiciones'
import type { Causa } from '#contract/oir/contenedores/transiciones-values'
import { fechaHora, porCiento } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { transicionesQuery } from './queries'

const CAUSA: Record<Causa, string> = {
  movimiento: 'El contenedor se movió.',
  evidencia: 'Lo que oyen los lectores cambió.',
  confirmacion: 'Lo confirmó una persona.',
  retirada: 'Quien había dicho otra cosa lo deshizo.',
  salida: 'Dejó de oírse.',
}

const entero = new Intl.NumberFormat('es', { maximumFractionDigits: 0 })
const dbm = (n: number | null) => (n === null ? 'sin nivel' : `${entero.format(n)} dBm`)
/** Weaker than any real signal: a table without training data uses it for readers that are far away. */
const INAUDIBLE_DBM = -105

/** The expected signal of a reader at a place. */
const esperado = (e: { media: number; oye: number }) =>
  e.media < INAUDIBLE_DBM ? 'casi no oírlo' : `${dbm(e.media)}, ${porCiento(e.oye)}`

/** `un 12 %`, `menos de un 1 %`. */
const oddsOf = (p: number) => (p < 0.005 ? 'menos de un 1 %' : `un ${porCiento(p)}`)

const gris = { color: tono('muted') }

/** The measured signal of each reader, beside the expected signals at the two most probable places. */
function Oyentes({ t }: { t: Transicion }) {
  const nombres = t.lugares.slice(0, 2).map((l) => l.nombre)
  return (
    <Box sx={{ overflowX: 'auto', mt: 2 }} tabIndex={0} role="region" aria-label="Lo que oyó cada lector">
      <Box
        component="table"
        sx={{
          borderCollapse: 'collapse',
          fontSize: 13,
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { textAlign: 'left', p: '4px 12px 4px 0', whiteSpace: 'nowrap' },
          '& th': { ...gris, fontWeight: 500 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Lector</th>
            <th scope="col">Oyó</th>
            <th scope="col">Señal</th>
            {nombres.map((n) => (
              <th scope="col" key={n}>
                Esperado: {n}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {t.lectores.map((l, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two readers that are there no more have no name
            <tr key={i}>
              <td>{l.lector ?? 'un lector eliminado'}</td>
              <td>
                {l.oyo} de {l.de} {l.de === 1 ? 'anuncio' : 'anuncios'}
              </td>
              <td>{dbm(l.media)}</td>
              {nombres.map((n, k) => (
                <td key={n}>{l.esperado[k] ? esperado(l.esperado[k]) : '—'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

function Cambio({ t, abierto }: { t: Transicion; abierto: boolean }) {
  const zona = useZona()
  const [primero, ...otros] = t.lugares
  return (
    <Box component="details" open={abierto} sx={{ borderTop: `1px solid ${tono('line')}`, py: 2 }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontSize: 13, minHeight: 24 }}>
        <b>{primero?.nombre}</b> · {fechaHora(t.momento, zona)}
      </Box>
      <Box component="p" sx={{ m: 0, mt: 2, fontSize: 13, lineHeight: '20px' }}>
        {CAUSA[t.causa]} Con {t.anuncios === 1 ? 'un anuncio' : `${t.anuncios} anuncios`}{' '}
        {t.desde === t.hasta
          ? `del ${fechaHora(t.hasta, zona)}`
          : `entre el ${fechaHora(t.desde, zona)} y el ${fechaHora(t.hasta, zona)}`}
        , {primero?.nombre} tiene {oddsOf(primero?.p ?? 0)}
        {otros.map((o) => `; ${o.nombre}, ${oddsOf(o.p)}`).join('')}.
        {t.mudos.length > 0 && ` No contaron, porque estaban sin señal: ${t.mudos.join(', ')}.`}
      </Box>
      {t.lectores.length > 0 && <Oyentes t={t} />}
    </Box>
  )
}

/** Explains the place of a container: measured and expected signals. */
export function PorQue({ apodo, empresa }: { apodo: string; empresa: number | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(transicionesQuery(apodo, empresa))
  if (error && !data) return <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />
  if (!data) return <Skeleton variant="rounded" height={96} aria-label="Cargando las causas" />
  if (data.data.length === 0)
    return (
      <EstadoVacio
        texto="Sin cambios de lugar que explicar"
        ayuda="Cada cambio de lugar guarda lo que oyeron los lectores, durante 90 días."
      />
    )
  return (
    <Box sx={{ maxHeight: 380, overflow: 'auto' }}>
      {data.data.map((t, i) => (
        <Cambio key={t.momento} t={t} abierto={i === 0} />
      ))}
    </Box>
  )
}
