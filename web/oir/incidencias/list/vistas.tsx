import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { entero } from '../../../lib/formato'
import { useEmpresa } from '../../../lib/session/empresa'
import { tinte, tono } from '../../../ui/theme/tono'
import { abiertasQuery } from '../queries'
import type { Busqueda } from '../use-busqueda'

const Enlace = createLink(
  styled('a')({
    display: 'inline-flex',
    alignItems: 'center',
    height: 28,
    padding: '0 10px',
    borderRadius: 6,
    border: '1px solid transparent',
    fontSize: 13,
    fontWeight: 550,
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    color: tono('muted'),
    '&:hover': { color: tono('ink'), background: tono('ground') },
    '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 1 },
    '&[data-actual]': { color: tono('ink'), borderColor: tono('line'), background: tono('ground') },
    '&[data-abiertas]': { color: tono('amber') },
    '&[data-abiertas][data-actual]': { background: tinte('amber', 8) },
    '@media (pointer: coarse)': { height: 44 },
  }),
)

/** Search params that are kept when the view changes. */
const comunes = ({
  danio,
  ubicacion,
  lector,
  pieza,
  mias,
  pendientes,
  buscar,
  desde,
  hasta,
  conFechas,
}: Busqueda) => ({
  danio,
  ubicacion,
  lector,
  pieza,
  mias,
  pendientes,
  buscar,
  ...(conFechas && { desde, hasta }),
})

/** The views of incidents: of some days, the open ones of all time, and the ranking. */
export function VistasIncidencias({ busqueda }: { busqueda: Busqueda }) {
  const { data } = useQuery(abiertasQuery(useEmpresa()))
  const { ver } = busqueda
  const fechas = busqueda.conFechas ? { desde: busqueda.desde, hasta: busqueda.hasta } : {}
  const actual = (v: typeof ver) => ({
    'data-actual': ver === v || undefined,
    'aria-current': ver === v ? ('page' as const) : undefined,
  })
  return (
    <nav aria-label="Vistas de incidencias" style={{ display: 'flex', gap: 4, minWidth: 0 }}>
      <Enlace to="/incidencias" search={comunes(busqueda) as never} {...actual(undefined)}>
        Por fechas
      </Enlace>
      {/* Without other filters, so that the list has as many rows as the number says. */}
      <Enlace
        to="/incidencias"
        search={{ ver: 'abiertas' } as never}
        data-abiertas={(data?.abiertas ?? 0) > 0 || undefined}
        {...actual('abiertas')}
      >
        {data ? `${entero(data.abiertas)} ${data.abiertas === 1 ? 'abierta' : 'abiertas'}` : 'Abiertas'}
      </Enlace>
      <Enlace to="/incidencias" search={{ ver: 'ranking', ...fechas } as never} {...actual('ranking')}>
        Ranking
      </Enlace>
    </nav>
  )
}
