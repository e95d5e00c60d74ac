import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listLocales, puntuacionesQuery, sendPuntos } from './puntuaciones'

const llamada = vi.fn()
let guardado: Map<string, string>
beforeEach(() => {
  guardado = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => guardado.get(k) ?? null,
    setItem: (k: string, v: string) => void guardado.set(k, v),
  })
  vi.stubGlobal('fetch', llamada.mockReset())
})
afterEach(() => vi.unstubAllGlobals())

const ask = () => {
  const { queryFn } = puntuacionesQuery()
  return (queryFn as (c: { signal: AbortSignal }) => Promise<unknown>)({
    signal: new AbortController().signal,
  })
}
const fail = () => llamada.mockRejectedValue(new TypeError('offline'))

// cubre: llamadas 29, constantes 33
it('the fifty best of everybody are asked for', async () => {
  llamada.mockResolvedValue(new Response('[]'))
  expect(await ask()).toEqual({ lista: [], local: false })
  expect(llamada.mock.calls[0]?.[0]).toBe('/api/snake/highscores?scope=global&limit=50')
})

// cubre: transiciones 22, validacion 24
it('no points are not sent', async () => {
  await sendPuntos(0, 5, 'Oier')
  expect(llamada).not.toHaveBeenCalled()
  llamada.mockResolvedValue(new Response('{}'))
  await sendPuntos(10, 5, 'Oier')
  expect(JSON.parse(llamada.mock.calls[0]?.[1].body)).toMatchObject({ points: 10 })
  expect(listLocales()).toEqual([])
})

// cubre: llamadas 34, constantes 33
it('what cannot be sent stays among the ten best of this browser', async () => {
  fail()
  for (let i = 1; i <= 12; i++) await sendPuntos(i * 10, 5, 'Oier')
  const puntos = listLocales().map((p) => p.points)
  expect(puntos).toEqual([120, 110, 100, 90, 80, 70, 60, 50, 40, 30])
  expect(await ask()).toMatchObject({ lista: listLocales(), local: true })
})

// cubre: validacion 25
it('what is no score is none', () => {
  const mala = [{ name: 7, points: 10 }, { name: 'x' }, { name: 'x', points: '10' }, null, 'x']
  guardado.set('retorna.juego.puntuaciones', JSON.stringify([...mala, { name: 'Oier', points: 20 }]))
  expect(listLocales()).toEqual([{ name: 'Oier', points: 20 }])
  guardado.set('retorna.juego.puntuaciones', '{')
  expect(listLocales()).toEqual([])
})
