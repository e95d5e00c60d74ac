// @module-tag slow: a comparison over every call
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { AMBITOS } from '#contract/personas/claves-api/values'
import {
  listsOf,
  parametersOf,
  pathsOf,
  prefixesOf,
  queryOf,
  readText,
  withQuery,
} from '../../testing/scenarios/addresses'
import { CANARY, startCanary } from '../../testing/scenarios/canary'
import { BODIES, KINDS, OBJECTS } from '../../testing/scenarios/company-objects'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'

const FIGURES = 'figures alone'
const STANDARD = 'words of the standard alone'
/** Calls that tell no name of anything of the company whose key asks, and why. */
const NAMELESS: Record<string, string> = {
  '/api/get_resumen_incidencias': FIGURES,
  '/api/incidencias_abiertas': FIGURES,
  '/api/resumen_poc': FIGURES,
  '/api/salud': FIGURES,
  '/api/plazos': 'minutes and the number of the company',
  '/api/recuentos/ajuste': 'whether another person signs a count',
  '/api/lectores/conexion': 'addresses of the installation and the makers of readers',
  '/epcis/v2': 'addresses of the interface',
  '/epcis/v2/bizSteps': STANDARD,
  '/epcis/v2/bizSteps/{bizStep}': STANDARD,
  '/epcis/v2/dispositions': STANDARD,
  '/epcis/v2/dispositions/{disposition}': STANDARD,
  '/epcis/v2/eventTypes': STANDARD,
  '/epcis/v2/eventTypes/{eventType}': STANDARD,
}

const CALLS = ENDPOINTS.filter((e) => e.key !== null)
const ofObject = (e: Endpoint) => prefixesOf(e.path).some((x) => x in OBJECTS)
const nameOf = (e: Endpoint) => `${e.method} ${e.path}`

describe.runIf(inject('base').hay)('a key of another company, on one of everything', () => {
  let c: Awaited<ReturnType<typeof startCanary>>
  let keys: Record<1 | 2, string>
  beforeAll(async () => {
    c = await startCanary()
    const create = async (empresa: number) =>
      (
        await c.p.call<{ secreto: string }>('POST', `/api/empresas/${empresa}/claves_api`, {
          body: { nombre: 'ERP', ambitos: [...AMBITOS], dias: 30, por_minuto: 6000 },
          cookie: await c.p.as('admin'),
        })
      ).body.secreto
    keys = { 1: await create(1), 2: await create(2) }
  })
  afterAll(() => c.p.stop())

  async function ask(
    empresa: 1 | 2,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const json = body !== undefined && !(body instanceof FormData)
    const r = await fetch(c.p.servidor.url + path, {
      method,
      headers: {
        authorization: `Bearer ${keys[empresa]}`,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
    })
    if (r.status === 429) {
      await c.pool.query('delete from freno')
      return ask(empresa, method, path, body)
    }
    return { status: r.status, text: await readText(r) }
  }

  /** Every row of company 1, and of tables that belong to what it has. */
  async function rowsOf1(): Promise<Record<string, string>> {
    const { rows } = await c.pool.query<{ tabla: string; suya: boolean }>(`
      select c.relname as tabla, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'empresa_id') as suya
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('clave_api', 'latido', 'sesion', 'freno') order by 1`)
    const out: Record<string, string> = {}
    for (const { tabla, suya } of rows.filter((r) => r.suya || /^recuento_/.test(r.tabla))) {
      const { rows } = await c.pool.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as x from "${tabla}" t ${suya ? 'where empresa_id = 1' : ''}`,
      )
      out[tabla] = rows[0].x
    }
    return out
  }

  test('every path parameter of a call that keys may make has an object of company 1', () => {
    const all = new Set(CALLS.flatMap((e) => prefixesOf(e.path)))
    expect([...all].toSorted()).toEqual([...Object.keys(OBJECTS), ...Object.keys(KINDS)].toSorted())
  })

  test('every call that names something of company 1 by its address: it is not there', async () => {
    // The first phone that asks for the scans of a count gives them their order.
    for (const e of CALLS.filter(ofObject).filter((x) => x.method === 'GET'))
      for (const path of pathsOf(e, c.seeds)) await ask(1, 'GET', withQuery(path, queryOf(e)))
    const before = await rowsOf1()
    const wrong: string[] = []
    for (const e of CALLS.filter(ofObject))
      for (const path of pathsOf(e, c.seeds)) {
        const url = withQuery(path, queryOf(e))
        const body =
          e.method === 'GET' || e.method === 'DELETE' ? undefined : (BODIES[nameOf(e)]?.(c.seeds) ?? {})
        const r = await ask(2, e.method, url, body)
        if (r.status !== 404) wrong.push(`${nameOf(e)}: ${r.status} ${r.text.slice(0, 200)}`)
        // It is there for a key of company 1.
        const own = e.method === 'GET' ? await ask(1, 'GET', url) : undefined
        if (own && own.status !== 200)
          wrong.push(`${url} of company 1: ${own.status} ${own.text.slice(0, 200)}`)
      }
    expect(wrong).toEqual([])
    expect(await rowsOf1()).toEqual(before)
  })

  test('every call that names something of company 1 in its body changes and tells nothing', async () => {
    const calls = CALLS.filter((e) => e.method !== 'GET' && !ofObject(e))
    expect(calls.map(nameOf).filter((x) => !BODIES[x])).toEqual([])
    const before = await rowsOf1()
    const wrong: string[] = []
    for (const e of calls) {
      const body = BODIES[nameOf(e)]?.(c.seeds) as { empresa?: number }
      const inQuery = 'empresa' in parametersOf(e)
      const query = new URLSearchParams(Object.entries(body).map(([k, v]) => [k, String(v)])).toString()
      const r = await ask(
        2,
        e.method,
        inQuery ? withQuery(e.path, query) : e.path,
        inQuery ? (e.method === 'POST' ? fileOf() : undefined) : body,
      )
      const good = body.empresa === 1 ? [404] : [200, 404]
      if (!good.includes(r.status) || CANARY.test(r.text))
        wrong.push(`${nameOf(e)}: ${r.status} ${r.text.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
    expect(await rowsOf1()).toEqual(before)
  })

  test('every list and every file, by every filter: nothing of company 1 is in it, and its own key finds it there', async () => {
    const wrong: string[] = []
    const silent: string[] = []
    let asked = 0
    for (const e of CALLS.filter((x) => x.method === 'GET' && !ofObject(x))) {
      let told = false
      for (const url of listsOf(e, c.seeds)) {
        asked++
        const r = await ask(2, 'GET', url)
        if (r.status >= 500 || CANARY.test(r.text)) wrong.push(`${url}: ${r.status} ${r.text.slice(0, 200)}`)
        if (told) continue
        const own = await ask(1, 'GET', url)
        told = own.status === 200 && CANARY.test(own.text)
      }
      if (!told) silent.push(e.path)
      if (!('empresa' in parametersOf(e))) continue
      for (const path of pathsOf(e, c.seeds)) {
        const r = await ask(2, 'GET', withQuery(path, queryOf(e), 'empresa=1'))
        if (r.status !== 404) wrong.push(`${path} of company 1: ${r.status} ${r.text.slice(0, 200)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(silent.toSorted()).toEqual(Object.keys(NAMELESS).toSorted())
    expect(asked).toBeGreaterThan(250)
  }, 240_000)
})

/** A form with a file. */
function fileOf(): FormData {
  const form = new FormData()
  form.set(
    'archivo',
    new Blob(['tercero;movimiento;fecha;documento;familia;cantidad\nx;enviado;2026-01-01;x;x;1\n'], {
      type: 'text/csv',
    }),
    'x.csv',
  )
  return form
}
