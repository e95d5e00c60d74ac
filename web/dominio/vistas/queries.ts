import { queryOptions } from '@tanstack/react-query'
import type { Busqueda, PantallaVista } from '#contract/resumen/vistas/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const vistasQuery = (pantalla: PantallaVista) =>
  queryOptions({
    queryKey: ['vistas', pantalla],
    queryFn: ({ signal }) => call(api.listVistas, { query: { pantalla }, signal }),
  })

/** Search params of the position in the list and of open details. A view keeps all others. */
const DE_PASO = new Set(['pagina', 'filas', 'detalle', 'incidencia', 'serie', 'pestana'])

const isValor = (v: unknown): v is string | number | boolean =>
  (typeof v === 'string' && v !== '') || typeof v === 'number' || typeof v === 'boolean'

const pick = (de: object, sobra: (clave: string) => boolean): Busqueda =>
  Object.fromEntries(
    Object.entries(de).filter((e): e is [string, Busqueda[string]] => !sobra(e[0]) && isValor(e[1])),
  )

/** The search params that a view keeps. */
export const busquedaOf = (direccion: object) => pick(direccion, (k) => DE_PASO.has(k))

/** The query parameters of the export that a view keeps: all but the company, which is resolved at each request. */
export const consultaOf = (consulta: object) => pick(consulta, (k) => k === 'empresa')

const enOrden = (b: Busqueda) =>
  Object.entries(b)
    .map(([k, v]) => `${k}=${v}`)
    .sort()
    .join('&')

export const isMisma = (a: Busqueda, b: Busqueda) => enOrden(a) === enOrden(b)
