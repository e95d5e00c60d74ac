import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeLive, estadoLive, openLive, subscribeCambios } from './live'

class FuenteFalsa extends EventTarget {
  static OPEN = 1
  static abiertas: FuenteFalsa[] = []
  readyState = 0
  onopen?: () => void
  onerror?: () => void
  constructor(readonly url: string) {
    super()
    FuenteFalsa.abiertas.push(this)
  }
  close() {
    this.readyState = 2
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  say(tipo: string, datos: unknown) {
    this.dispatchEvent(new MessageEvent(tipo, { data: JSON.stringify(datos) }))
  }
}

const ultima = () => FuenteFalsa.abiertas.at(-1) as FuenteFalsa
const onLost = vi.fn()
const oidos = new Map<string, () => void>()
const guardado = new Map<string, string>()
const answer = (status: number) => vi.stubGlobal('fetch', async () => new Response('{}', { status }))

beforeEach(() => {
  vi.useFakeTimers()
  FuenteFalsa.abiertas = []
  onLost.mockReset()
  vi.stubGlobal('EventSource', FuenteFalsa)
  oidos.clear()
  guardado.clear()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => guardado.get(k) ?? null,
    setItem: (k: string, v: string) => guardado.set(k, v),
    removeItem: (k: string) => guardado.delete(k),
  })
  vi.stubGlobal('addEventListener', (tipo: string, fn: () => void) => oidos.set(tipo, fn))
  vi.stubGlobal('removeEventListener', () => {})
  answer(200)
})
afterEach(() => {
  closeLive()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('opens one connection, however often it is asked for', () => {
  openLive(onLost)
  openLive(onLost)
  expect(FuenteFalsa.abiertas).toHaveLength(1)
  ultima().open()
  expect(estadoLive()).toMatchObject({ status: 'conectado', ultima: Date.now() })
})

it('a network that goes is told at once, and a page that opens without one knows when data last came', async () => {
  openLive(onLost)
  ultima().open()
  const llegaron = Date.now()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await vi.advanceTimersByTimeAsync(5_000)
  oidos.get('offline')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(estadoLive()).toMatchObject({ status: 'sin_conexion', ultima: llegaron })
  closeLive()
  expect(estadoLive().ultima).toBeNull()
  guardado.set('retorna.ultima', String(llegaron))
  openLive(onLost)
  ultima().onerror?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(estadoLive()).toMatchObject({ status: 'sin_conexion', ultima: llegaron })
})

it('hands on what changed, and the silent readers', () => {
  const oidos: unknown[] = []
  const stop = subscribeCambios((c) => oidos.push(c))
  openLive(onLost)
  ultima().open()
  ultima().say('cambios', { recargar: false, dispositivos: [] })
  ultima().say('avisos', { lectoresSinSenal: [{ mac: 'A', apodo: null, desde: null }] })
  stop()
  ultima().say('cambios', { recargar: true, dispositivos: [] })
  expect(oidos).toEqual([{ recargar: false, dispositivos: [] }])
  expect(estadoLive().lectoresSinSenal).toHaveLength(1)
})

// cubre: llamadas 32, constantes 3
it('asks every 60 s while there is no connection, and asks all again when it is back', async () => {
  const oidos: unknown[] = []
  const stop = subscribeCambios((c) => oidos.push(c.recargar))
  openLive(onLost)
  ultima().onerror?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(estadoLive().status).toBe('sondeo')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(oidos).toEqual([true])
  ultima().open()
  expect(oidos).toEqual([true, true])
  expect(estadoLive().status).toBe('conectado')
  await vi.advanceTimersByTimeAsync(180_000)
  expect(oidos).toHaveLength(2)
  stop()
})

it('waits longer each time before it connects again', async () => {
  openLive(onLost)
  const intentos: number[] = []
  const inicio = Date.now()
  for (let i = 0; i < 5; i++) {
    ultima().onerror?.()
    const antes = FuenteFalsa.abiertas.length
    while (FuenteFalsa.abiertas.length === antes) await vi.advanceTimersByTimeAsync(100)
    intentos.push(Date.now() - inicio)
  }
  const esperas = intentos.map((t, i) => t - (intentos[i - 1] ?? 0))
  expect(esperas[4]).toBeGreaterThan((esperas[0] ?? 0) * 4)
})

it('says that nobody answers, and that the session is gone', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network')
  })
  openLive(onLost)
  ultima().onerror?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(estadoLive().status).toBe('sin_conexion')
  answer(401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onLost).toHaveBeenCalled()
})

it('stays silent once closed', async () => {
  openLive(onLost)
  ultima().onerror?.()
  closeLive()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(FuenteFalsa.abiertas).toHaveLength(1)
  expect(onLost).not.toHaveBeenCalled()
})

it('hears changes although the browser has no room to remember when they came', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    removeItem() {},
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const heard: unknown[] = []
  const stop = subscribeCambios((c) => heard.push(c))
  openLive(onLost)
  ultima().open()
  for (let i = 0; i < 3; i++) {
    vi.advanceTimersByTime(11_000)
    ultima().say('cambios', { recargar: false, dispositivos: [] })
  }
  stop()
  expect(heard).toHaveLength(3)
  expect(estadoLive().ultima).toBe(Date.now())
})
