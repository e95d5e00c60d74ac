import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { EnsayoAjustes } from '#contract/parque/ajustes/ajustes'
import { type ClaveEfecto, DIAS_DE_ENSAYO, MAX_EJEMPLOS } from '#contract/parque/ajustes/ensayo-values'
import type { AjustesEmpresa } from '#contract/parque/ajustes/umbrales-values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { entero, fechaHora } from '../../lib/formato'
import { EN_ENLACE } from '../../lib/session/empresa'
import { useZona } from '../../lib/time/zona'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { GRUPOS } from './campos'

const QUE: Record<ClaveEfecto, string> = {
  incidencias: 'Incidencias de impacto',
  movimientos: 'Veces que un contenedor volvió a moverse',
  estancias: 'Estancias terminadas',
  transitos: 'Veces en posible tránsito',
  extravios: 'Veces en posible extravío',
  lectores: 'Lectores sin señal, ahora',
  baterias: 'Contenedores con batería baja, ahora',
}
const TITULO = new Map(GRUPOS.flatMap((g) => g.campos.map((c) => [c.nombre, c.titulo])))
const signo = (n: number) => (n > 0 ? `+${entero(n)}` : entero(n))
/** Scroll margin that keeps an element above the button bar, which has two rows on a phone. */
const ALTO_BARRA = { xs: '128px', sm: '112px' }
const gris = { color: tono('muted') }

type Efecto = EnsayoAjustes['efectos'][number]

function FilaEjemplo({ e, empresa }: { e: Efecto['ejemplos'][number]; empresa: number }) {
  const zona = useZona()
  const hora = e.Time && fechaHora(e.Time, zona)
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, py: 1 }}>
      <Box component="span" sx={{ width: 84, color: tono(e.nuevo ? 'verde' : 'amber') }}>
        {e.nuevo ? 'Aparecería' : 'No estaría'}
      </Box>
      <Link
        to="/contenedor/$apodo"
        params={{ apodo: e.Apodo }}
        search={{ [EN_ENLACE]: empresa } as never}
        style={{ color: tono('brand') }}
      >
        {e.Apodo}
      </Link>
      {hora &&
        (e.incidencia === null ? (
          <span>{hora}</span>
        ) : (
          <Link
            to="/incidencias"
            search={{ incidencia: e.incidencia } as never}
            style={{ color: tono('brand') }}
          >
            {hora}
          </Link>
        ))}
      <Box component="span" sx={gris}>
        {e.detalle}
      </Box>
    </Box>
  )
}

function formatEjemplos(n: number): string {
  if (n === 1) return 'Ver cuál'
  return n < MAX_EJEMPLOS ? `Ver ${entero(n)}` : `Ver los ${entero(n)} más recientes`
}

function FilaEfecto({ e, empresa }: { e: Efecto; empresa: number }) {
  const igual = e.antes === e.despues && e.ejemplos.length === 0
  return (
    <Box component="li" sx={{ borderTop: `1px solid ${tono('line')}`, py: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" sx={{ flex: 1, minWidth: 200 }}>
          {QUE[e.clave]}
        </Box>
        <span>
          {igual ? (
            <>{entero(e.antes)}, igual</>
          ) : (
            <>
              {entero(e.antes)} → <b>{entero(e.despues)}</b>{' '}
              <Box component="span" sx={gris}>
                ({signo(e.despues - e.antes)})
              </Box>
            </>
          )}
        </span>
      </Box>
      {e.al_menos && (
        <Box component="p" sx={{ m: 0, mt: 1, fontSize: 12, ...gris }}>
          Al menos: de lo que ahora no se distingue solo se guarda una parte.
        </Box>
      )}
      {e.ejemplos.length > 0 && (
        <Box component="details" sx={{ mt: 2, fontSize: 13 }}>
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
            {formatEjemplos(e.ejemplos.length)}
          </Box>
          <Box
            component="ul"
            tabIndex={0}
            aria-label={QUE[e.clave]}
            sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', maxHeight: 240, overflow: 'auto' }}
          >
            {e.ejemplos.map((x, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an example has no number of its own
              <FilaEjemplo key={i} e={x} empresa={empresa} />
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}

type Props = { empresa: number; ajustes: AjustesEmpresa; onClose: () => void }

/** Preview: how the last days would have differed with these numbers; nothing is saved. */
export function EnsayoDeAjustes({ empresa, ajustes, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ensayo', empresa, ajustes],
    queryFn: ({ signal }) => call(api.tryAjustes, { params: { id: empresa }, body: ajustes, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // The result opens below all the numbers, so the page scrolls to it.
  const raiz = useRef<HTMLElement>(null)
  useEffect(() => {
    raiz.current?.focus({ preventScroll: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows when the answer is there
  useEffect(() => {
    raiz.current?.scrollIntoView({ block: 'nearest' })
  }, [isFetching])
  return (
    <Box
      component="section"
      ref={raiz}
      tabIndex={-1}
      aria-label="Qué habría cambiado"
      aria-busy={isFetching}
      sx={{
        border: `1px solid ${tono('line')}`,
        borderRadius: '8px',
        p: 4,
        mb: 4,
        scrollMarginBlock: ALTO_BARRA,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, mb: 2 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          Qué habría cambiado
        </Typography>
        <Button size="small" onClick={onClose}>
          {isFetching ? 'Cancelar' : 'Cerrar'}
        </Button>
      </Box>
      <Box component="p" sx={{ m: 0, mb: 3, fontSize: 13, ...gris }}>
        Con los números de ahora y con los que has escrito, en los últimos {DIAS_DE_ENSAYO} días. Nada se
        guarda.
      </Box>
      {isFetching && <LinearProgress aria-label="Probando con la última semana" />}
      {error && !isFetching && (
        <Fallo texto="No se ha podido probar" detalle={error.message} onRetry={() => void refetch()} />
      )}
      {data && !isFetching && (
        <>
          {data.efectos.length > 0 && (
            <Box component="ul" aria-label="Efectos" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {data.efectos.map((e) => (
                <FilaEfecto key={e.clave} e={e} empresa={empresa} />
              ))}
            </Box>
          )}
          {data.sin_prueba.length > 0 && (
            <Alert severity="info" variant="outlined" sx={{ mt: 2 }}>
              No se puede probar con lo guardado: {data.sin_prueba.map((k) => TITULO.get(k) ?? k).join(', ')}.
              Solo cambia lo que se reciba desde que se guarde.
            </Alert>
          )}
        </>
      )}
    </Box>
  )
}
