import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import type { BusquedaCiclo } from './busqueda'

const SONDEO_MS = 30_000
/** While the loop is measured for the first time. */
const MIDIENDO_MS = 5000
export const CLAVE = ['ciclo'] as const

type Filtros = { ciclo: number | undefined; familia: string | undefined; empresa: number | undefined }

export const cuadroQuery = (filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE, 'cuadro', filtros],
    queryFn: ({ signal }) => call(api.getCuadro, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.ciclo?.medido === null ? MIDIENDO_MS : SONDEO_MS),
  })

/** Query parameters of a list, from the address. */
export const filtrosLista = (b: BusquedaCiclo, ciclo: number | undefined, empresa: number | undefined) => ({
  que: b.que ?? ('atascados' as const),
  ciclo,
  familia: b.familia,
  etapa: b.etapa,
  a: b.a,
  desde: b.desde,
  hasta: b.hasta,
  mios: b.mios,
  // The default order is the server's: the highest cost first, or the newest first.
  ...(b.orden !== 'coste' && { orden: b.orden, sentido: b.sentido }),
  empresa,
})

export const listaQuery = (filtros: ReturnType<typeof filtrosLista>, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lista', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listCiclo, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })
