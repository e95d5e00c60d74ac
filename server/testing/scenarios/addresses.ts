import { readXlsx } from 'hucre/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { extractText, getDocumentProxy } from 'unpdf'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { GRAFICOS } from '#contract/resumen/graficos/values'
import { INVOCATIONS } from '../access-table'
import type { Seeds } from './canary'
import { KINDS, OBJECTS, QUERIES } from './company-objects'

const TODAY = new Date().toISOString().slice(0, 10)
/** The day after the next one: what happens after this file began may be on the next day already. */
const LATER = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
/** What the table of calls leaves out of a query, or asks for where company 1 has nothing. */
const REQUIRED: Record<string, string> = {
  '/api/codigo': 'mac=CAFE51CA0001',
  '/api/device_details': 'mac=CAFE51CA0001',
  '/api/export_epcis': `desde=2026-01-01&hasta=${LATER}`,
  '/api/export_grafico': `grafico=${GRAFICOS[0]}&formato=xlsx`,
  '/api/hoy/semana/{clave}': `desde=${TODAY}T00:00:00Z&hasta=${LATER}T00:00:00Z`,
}
/** Path parameters of calls that no API key may make. */
const WITHOUT_KEY: Record<string, string> = {
  '/api/exportaciones/{id}': '00000000-0000-4000-8000-000000000000',
  '/api/fotos/{nombre}': `${'0'.repeat(32)}.jpg`,
  '/api/manuales/archivo/{id}': '0'.repeat(22),
  '/api/manuales/file/{name}': 'nada',
}

/** A path up to each of its parameters. */
export const prefixesOf = (path: string): string[] =>
  [...path.matchAll(/\{\w+\}/g)].map((m) => path.slice(0, m.index + m[0].length))

/** The addresses of a call without a query: of the object of company 1, or of each kind that it tells. */
export const pathsOf = (e: Endpoint, seeds: Seeds): string[] =>
  prefixesOf(e.path).reduceRight(
    (paths, prefix) => {
      const values = KINDS[prefix] ?? [WITHOUT_KEY[prefix] ?? String(OBJECTS[prefix]?.(seeds))]
      const [until, after] = [prefix.slice(0, prefix.lastIndexOf('{')), prefix.length]
      return paths.flatMap((p) => values.map((v) => until + encodeURIComponent(v) + p.slice(after)))
    },
    [e.path],
  )

/** The query of the table of calls, so that what is required is there. */
export function queryOf(e: Endpoint): string {
  const form = new RegExp(`^${e.path.replace(/\{\w+\}/g, '[^/?]+')}\\?(.*)$`)
  const found = INVOCATIONS.flatMap(([, m, ruta]) => (m === e.method ? (form.exec(ruta)?.[1] ?? []) : []))
  return REQUIRED[e.path] ?? found[0] ?? ''
}

export const withQuery = (path: string, ...queries: string[]) => {
  const q = queries.filter(Boolean).join('&')
  return path + (q && `?${q}`)
}

type Property = { enum?: string[] }
/** The parameters of a call's query by name. */
export const parametersOf = (e: Endpoint): Record<string, Property> => {
  if (!e.query) return {}
  const schema = z.toJSONSchema(e.query, { io: 'input', unrepresentable: 'any' })
  return (schema.properties ?? {}) as Record<string, Property>
}

/** The addresses of a list: in each format, and filtered by each thing of company 1. */
export function listsOf(e: Endpoint, seeds: Seeds): string[] {
  const parameters = parametersOf(e)
  const queries = Object.keys(QUERIES).filter((name) => name in parameters)
  const rest = queryOf(e)
    .split('&')
    .filter((x) => !x.startsWith('formato='))
  const formats = (parameters.formato?.enum ?? []).map((f) => `formato=${f}`)
  return pathsOf(e, seeds).flatMap((path) => [
    ...(formats.length ? formats : ['']).map((f) => withQuery(path, ...rest, f)),
    ...queries.map((name) => {
      const value = encodeURIComponent(String(QUERIES[name]?.(seeds)))
      return withQuery(path, ...rest, formats[0] ?? '', `${name}=${value}`)
    }),
  ])
}

/** The text of an answer, also of what a file holds. */
export async function readText(r: Response): Promise<string> {
  const type = r.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await r.arrayBuffer())
  if (!r.ok) return new TextDecoder().decode(bytes)
  if (type.includes('spreadsheet')) return JSON.stringify(await readXlsx(bytes))
  if (type.includes('pdf'))
    return (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text
  if (type.includes('parquet')) {
    const file = bytes.buffer
    return JSON.stringify(await parquetReadObjects({ file }), (_, v) =>
      typeof v === 'bigint' ? String(v) : v,
    )
  }
  return new TextDecoder().decode(bytes)
}
