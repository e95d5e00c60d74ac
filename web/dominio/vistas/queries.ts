import { queryOptions } from '@tanstack/react-query'
import type { Busqueda, PantallaVista } from '#contract/valores/avisos/vistas'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const vistasQuery = (pantalla: PantallaVista) =>
  queryOptions({
    queryKey: ['vistas', pantalla],
    queryFn: ({ signal }) => call(api.listVistas, { query: { pantalla }, signal }),
  })

/** Of an address: where in the list somebody is, and what is open. The rest is what a view keeps. */
const DE_PASO = new Set(['pagina', 'filas', 'detalle', 'incidencia', 'pestana'])

const isValor = (v: unknown): v is string | number | boolean =>
  (typeof v === 'string' && v !== '') || typeof v === 'number' || typeof v === 'boolean'

const pick = (de: object, sobra: (clave: string) => boolean): Busqueda =>
  Object.fromEntries(
    Object.entries(de).filter((e): e is [string, Busqueda[string]] => !sobra(e[0]) && isValor(e[1])),
  )

/** What a view keeps of an address. */
export const busquedaOf = (direccion: object) => pick(direccion, (k) => DE_PASO.has(k))

/** What a view keeps of the query of a file: whose company it is of is asked for each time. */
export const consultaOf = (consulta: object) => pick(consulta, (k) => k === 'empresa')

const enOrden = (b: Busqueda) =>
  Object.entries(b)
    .map(([k, v]) => `${k}=${v}`)
    .sort()
    .join('&')

export const isMisma = (a: Busqueda, b: Busqueda) => enOrden(a) === enOrden(b)
