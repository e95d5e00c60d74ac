import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findRespuesta, keepRespuesta } from './antiguo'
import { api } from './llamadas'

const { path } = api.listCeldas
const URL_MAPA = 'http://retorna/api/mapa_celdas?empresa=1'

/** Orders entries as a browser cache does: an entry that is put again goes to the end. */
function createCaja() {
  const puestas = new Map<string, Response>()
  return {
    keys: async () => [...puestas.keys()].map((url) => new Request(url)),
    match: async (url: string) => puestas.get(url)?.clone(),
    delete: async (url: string) => puestas.delete(url),
    put: async (url: string, res: Response) => {
      puestas.delete(url)
      puestas.set(url, res)
    },
  }
}

beforeEach(() => {
  const caja = createCaja()
  vi.stubGlobal('caches', { open: async () => caja })
})
afterEach(() => vi.unstubAllGlobals())

const answer = (cuerpo: BodyInit) => keepRespuesta(path, URL_MAPA, new Response(cuerpo))
const said = async () => (await findRespuesta(path, URL_MAPA))?.text()

test('the newest answer to a question is kept', async () => {
  for (const cuerpo of ['una', 'otra']) {
    answer(cuerpo)
    await vi.waitFor(async () => expect(await said()).toBe(cuerpo))
  }
})

// cubre: transiciones 7
test('an answer that breaks off, or is still on its way, takes nothing from the one before', async () => {
  answer('una')
  await vi.waitFor(async () => expect(await said()).toBe('una'))
  answer(new ReadableStream())
  answer(new ReadableStream({ start: (c) => c.error(new TypeError('network error')) }))
  await new Promise((goesOn) => setTimeout(goesOn, 50))
  expect(await said()).toBe('una')
})
