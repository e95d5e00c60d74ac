import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startIndexedDb } from '../../lib/indexeddb-prueba'

const ANE = { id: 1, empresa: 1 }
const llamada = vi.fn()
let idb: ReturnType<typeof startIndexedDb>

beforeEach(() => {
  vi.resetModules()
  idb = startIndexedDb()
  const guardado = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => guardado.get(k) ?? null,
    setItem: (k: string, v: string) => void guardado.set(k, v),
    removeItem: (k: string) => void guardado.delete(k),
  })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('navigator', { onLine: true })
  llamada.mockReset().mockImplementation(async () => Response.json({ nuevos: 1, tarde: false }))
  vi.stubGlobal('fetch', async (ruta: string, pide: object) =>
    ruta === '/api/validate_token'
      ? Response.json({ user: { id: ANE.id, username: 'ane' }, empresa: ANE.empresa })
      : llamada(ruta, pide),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const load = async () => ({ ...(await import('./cola')), ...(await import('./envio')) })
const escaneo = (codigo: string, recuento = 1) => ({
  recuento,
  autor: ANE,
  persona: 'Ane',
  codigo,
  mac: null,
  apodo: null,
  momento: Date.now(),
  modo: 'camara' as const,
  donde: null,
  anula: null,
})

it('a full phone sends each scan once, taken or refused', async () => {
  const c = await load()
  await c.saveEscaneos([escaneo('A'), escaneo('B', 2)])
  idb.setLleno(true)
  llamada.mockResolvedValueOnce(Response.json({ nuevos: 1, tarde: false }))
  llamada.mockResolvedValueOnce(Response.json({ error: 'No existe ese recuento.' }, { status: 404 }))
  expect(await c.sendEscaneos()).toBe(1)
  for (let i = 0; i < 5; i++) expect(await c.sendEscaneos()).toBe(0)
  expect(llamada).toHaveBeenCalledTimes(2)
  const [a, b] = await c.listGuardados()
  expect([a, b].map((g) => g?.enviado).sort()).toEqual([false, true])
  // A further scan has no room: the person is told.
  await expect(c.saveEscaneos([escaneo('C')])).rejects.toThrow('full')
  // A count can be read all the same.
  await c.saveRecibidos({ id: 1, escaneos: [], siguiente: 7, fotos: [] })
  expect((await c.readRecibidos(1)).siguiente).toBe(7)
})

it('scans are stored and sent after the browser closed the database', async () => {
  const c = await load()
  await c.saveEscaneos([escaneo('A')])
  idb.closeAll(true)
  await c.saveEscaneos([escaneo('B')])
  idb.closeAll(false)
  expect(await c.sendEscaneos()).toBe(2)
})
