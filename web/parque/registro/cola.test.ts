import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startIndexedDb } from '../../lib/indexeddb-prueba'
import type { Registro } from './cola'

const ANE = { id: 1, username: 'ane', empresa: 1 }
const JON = { id: 2, username: 'jon', empresa: 4 }
const registro = (mac_serie: string): Registro => ({
  mac_serie,
  tipo_dispositivo: 'SmartBle',
  apodo: '20014-1',
})

const llamada = vi.fn()
let guardado: Map<string, string>
let idb: ReturnType<typeof startIndexedDb>
/** The session that the server reports. */
let dentro: typeof ANE
/** Logs a person in: this device remembers the session. */
const enter = (quien: typeof ANE) => {
  dentro = quien
  guardado.set('retorna.sesion', JSON.stringify({ ...quien, modo: 'completo' }))
}
const enviadas = () => llamada.mock.calls.map(([, { body }]) => JSON.parse(body).mac_serie)

beforeEach(() => {
  vi.resetModules()
  guardado = new Map()
  idb = startIndexedDb()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => guardado.get(k) ?? null,
    setItem: (k: string, v: string) => void guardado.set(k, v),
    removeItem: (k: string) => void guardado.delete(k),
  })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('navigator', { onLine: true })
  llamada.mockReset().mockImplementation(async () => Response.json({ ok: true }))
  vi.stubGlobal('fetch', async (ruta: string, pide: object) =>
    ruta === '/api/validate_token'
      ? Response.json({ user: { id: dentro.id, username: dentro.username }, empresa: dentro.empresa })
      : llamada(ruta, pide),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const load = async () => {
  const { cola } = await import('./cola')
  return {
    ...cola,
    enqueue: (registro: Registro, autor: typeof ANE) => cola.enqueue({ registro }, autor),
    pendientesOf: (await import('../../lib/session/cola')).colaOf,
    ...(await import('./envio')),
  }
}

it('what somebody registered is seen and sent by nobody else, nor by them in another company', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  for (const otro of [JON, { ...ANE, empresa: 4 }, { ...JON, empresa: 1 }]) {
    enter(otro)
    expect(c.pendientesOf(await c.read(), otro)).toEqual([])
    expect(await c.sendPendientes()).toBe(0)
  }
  expect(c.pendientesOf(await c.read(), null)).toEqual([])
  expect(enviadas()).toEqual([])
  enter(ANE)
  expect(c.pendientesOf(await c.read(), ANE)).toHaveLength(1)
  expect(await c.sendPendientes()).toBe(1)
  expect(enviadas()).toEqual(['A1'])
  expect(await c.read()).toEqual([])
})

it('stops as somebody else comes in while it sends', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  await c.enqueue(registro('A2'), ANE)
  enter(ANE)
  llamada.mockImplementationOnce(async () => {
    enter(JON)
    return Response.json({ ok: true })
  })
  expect(await c.sendPendientes()).toBe(1)
  expect(enviadas()).toEqual(['A1'])
  expect(c.pendientesOf(await c.read(), ANE)).toHaveLength(1)
})

it('sends nothing where the server has somebody else in than this device remembers', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  enter(ANE)
  dentro = JON
  expect(await c.sendPendientes()).toBe(0)
  expect(enviadas()).toEqual([])
  expect(await c.read()).toHaveLength(1)
})

it('what says no author is nobody’s: it is not sent, and it is not lost', async () => {
  guardado.set(
    'retorna.registro.pendientes',
    JSON.stringify([{ id: 'x', cuando: 1, registro: registro('V1') }]),
  )
  const c = await load()
  enter(ANE)
  await c.enqueue(registro('A1'), ANE)
  expect(await c.sendPendientes()).toBe(1)
  expect(enviadas()).toEqual(['A1'])
  expect(await c.read()).toMatchObject([{ id: 'x' }])
})

it('what is refused waits with its reason and is not sent again; without the server all wait', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  await c.enqueue(registro('A2'), ANE)
  await c.enqueue(registro('A3'), ANE)
  enter(ANE)
  llamada.mockResolvedValueOnce(Response.json({ error: 'ya lo tiene otro dispositivo' }, { status: 409 }))
  llamada.mockResolvedValueOnce(Response.json({ ok: true }))
  llamada.mockRejectedValueOnce(new TypeError('offline'))
  expect(await c.sendPendientes()).toBe(1)
  expect((await c.read()).map((p) => [p.registro.mac_serie, p.error])).toEqual([
    ['A1', 'ya lo tiene otro dispositivo'],
    ['A3', undefined],
  ])
  expect(await c.sendPendientes()).toBe(1)
  expect(enviadas()).toEqual(['A1', 'A2', 'A3', 'A3'])
})

it('a user who was renamed finds what they registered, and another of the old name does not', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  const renombrada = { ...ANE, username: 'ane.agirre' }
  expect(c.pendientesOf(await c.read(), { ...ANE, id: 9 })).toEqual([])
  enter(renombrada)
  expect(await c.sendPendientes()).toBe(1)
})

it('a browser without room says so and keeps what it had', async () => {
  const c = await load()
  expect(await c.enqueue(registro('A1'), ANE)).toMatchObject({ registro: registro('A1') })
  idb.setLleno(true)
  expect(await c.enqueue(registro('A2'), ANE)).toBe('lleno')
  idb.setLleno(false)
  expect((await c.read()).map((p) => p.registro.mac_serie)).toEqual(['A1'])
})

it('without room for the reason of a refusal it is sent once, and the others after it', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  await c.enqueue(registro('A2'), ANE)
  enter(ANE)
  idb.setLleno(true)
  llamada.mockResolvedValueOnce(Response.json({ error: 'ya existe' }, { status: 409 }))
  expect(await c.sendPendientes()).toBe(1)
  expect(await c.sendPendientes()).toBe(0)
  expect(enviadas()).toEqual(['A1', 'A2'])
  expect(c.almacen.get()).toMatchObject([{ error: 'ya existe' }])
  // It is written with the next one that there is room for.
  idb.setLleno(false)
  await c.enqueue(registro('A3'), ANE)
  vi.resetModules()
  expect((await (await load()).read()).map((p) => p.error)).toEqual(['ya existe', undefined])
})

it('sends on after the browser closed its database', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  idb.closeAll(false)
  await c.enqueue(registro('A2'), ANE)
  enter(ANE)
  idb.closeAll(true)
  expect(await c.sendPendientes()).toBe(2)
  expect(enviadas()).toEqual(['A1', 'A2'])
})

it('what an earlier build kept is taken over once, before what is new', async () => {
  const clave = 'retorna.registro.pendientes'
  const viejo = { id: 'v', cuando: 1, autor: ANE, registro: registro('V1') }
  guardado.set(clave, JSON.stringify([viejo, { id: 'roto' }]))
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  expect((await c.read()).map((p) => p.registro.mac_serie)).toEqual(['V1', 'A1'])
  expect(guardado.has(clave)).toBe(false)
})

it('says how long it waited, so that the server can tell who was later', async () => {
  const c = await load()
  await c.enqueue(registro('A1'), ANE)
  for (const p of await c.read()) await c.keep({ ...p, cuando: Date.now() - 60_000 })
  enter(ANE)
  await c.sendPendientes()
  expect(JSON.parse(llamada.mock.calls[0]?.[1].body).hace_s).toBeGreaterThanOrEqual(60)
})
