import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askAgain, createRitmo } from '../use-recount'

const CADA_MS = 2_000
const CLAVE = ['mapa', 'celdas']

let cliente: QueryClient
let stop: () => void
let tarda: number
const preguntas: { cuando: number; cortada: boolean }[] = []

beforeEach(async () => {
  vi.useFakeTimers({ now: 0 })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  preguntas.length = 0
  tarda = 100
  cliente = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const observador = new QueryObserver(cliente, {
    queryKey: CLAVE,
    queryFn: ({ signal }) => {
      const una = { cuando: Date.now(), cortada: false }
      preguntas.push(una)
      signal.addEventListener('abort', () => {
        una.cortada = true
      })
      return new Promise((resolve) => setTimeout(resolve, tarda, preguntas.length))
    },
  })
  stop = observador.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(tarda)
  preguntas.length = 0
})
afterEach(() => {
  stop()
  cliente.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** For this long (ms), changes are announced every second. */
async function announceFor(segundos: number, ask: () => void): Promise<void> {
  for (let i = 0; i < segundos; i++) {
    ask()
    await vi.advanceTimersByTimeAsync(1000)
  }
}

it('asks at most every 2 s where the answers are quick', async () => {
  const ritmo = createRitmo(() => askAgain(cliente, [CLAVE]), CADA_MS)
  const desde = Date.now()
  await announceFor(9, ritmo.request)
  expect(preguntas.map((p) => p.cuando - desde)).toEqual([0, 2000, 4000, 6000, 8000])
  ritmo.stop()
})

it('never cuts off its own slow answer, and pauses for as long as it took', async () => {
  tarda = 5_000
  const ritmo = createRitmo(() => askAgain(cliente, [CLAVE], true), CADA_MS)
  const desde = Date.now()
  await announceFor(25, ritmo.request)
  expect(preguntas.map((p) => p.cuando - desde)).toEqual([0, 10_000, 20_000])
  expect(preguntas.some((p) => p.cortada)).toBe(false)
  ritmo.stop()
})

it('asks once more after an answer that was on its way already, which may be older', async () => {
  tarda = 3_000
  const ritmo = createRitmo(() => askAgain(cliente, [CLAVE]), CADA_MS)
  void cliente.refetchQueries({ queryKey: CLAVE })
  await vi.advanceTimersByTimeAsync(500)
  ritmo.request()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(preguntas).toHaveLength(2)
  expect(preguntas.some((p) => p.cortada)).toBe(false)
  ritmo.stop()
})

it('two that are told at the same moment ask at their own', async () => {
  const ritmos = [0.2, 0.8].map((azar) => {
    vi.mocked(Math.random).mockReturnValue(azar)
    const cuando: number[] = []
    const ritmo = createRitmo(async () => cuando.push(Date.now()) < 0, CADA_MS)
    ritmo.request()
    return { ritmo, cuando }
  })
  const desde = Date.now()
  await vi.advanceTimersByTimeAsync(CADA_MS)
  expect(ritmos.map((r) => r.cuando.map((t) => t - desde))).toEqual([[200], [800]])
  for (const { ritmo } of ritmos) ritmo.stop()
})

it('says nothing more once stopped', async () => {
  const ritmo = createRitmo(() => askAgain(cliente, [CLAVE]), CADA_MS)
  ritmo.request()
  ritmo.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(preguntas).toEqual([])
})
