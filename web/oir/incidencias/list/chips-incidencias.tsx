import useMediaQuery from '@mui/material/useMediaQuery'
import { formatDia } from '#contract/values/comunes'
import { ChipsFiltros } from '../../../ui/filtros/chips'
import type { Busqueda, ChangeBusqueda } from '../use-busqueda'

/** The active filters, if there is space for them. */
export function ChipsIncidencias({ busqueda, change }: { busqueda: Busqueda; change: ChangeBusqueda }) {
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  if (!ancha) return null
  const { buscar, desde, hasta, conFechas, ver } = busqueda
  return (
    <ChipsFiltros
      filtros={[
        {
          nombre: 'Dispositivo',
          valor: buscar,
          onRemove: () => void change({ buscar: undefined, pagina: undefined }),
        },
        {
          nombre: 'Fechas',
          valor: conFechas && ver === undefined ? `${formatDia(desde)} – ${formatDia(hasta)}` : undefined,
          onRemove: () => void change({ desde: undefined, hasta: undefined, pagina: undefined }),
        },
      ]}
    />
  )
}
