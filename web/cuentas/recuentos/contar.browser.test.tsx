import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import type { Answers } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { askedOf, expectText, press } from '../../testing/steps'
import { fullOf, openCounts } from './fixtures'

const last = page.getByRole('status', { name: 'Último escaneo' })
const sent = page.getByRole('status', { name: 'Envío' })
const progress = page.getByRole('status', { name: 'Avance' })

/** Each test counts another one: what a phone has kept of a count stays on it. */
let id = 100
async function open(answers: Answers = {}) {
  id++
  const count = fullOf({ estado: 'abierto', cerrado: null, cerro: null, cifras: null, esperados: 2 }, id)
  const app = await openCounts(`/recuentos/${id}`, { getRecuento: () => count, ...answers }, 390)
  await expect.element(progress).toHaveTextContent('0 de 2')
  return app
}
async function type(code: string): Promise<void> {
  await page.getByLabelText('Código', { exact: true }).fill(code)
  await pressKey('Enter')
  await expect.element(last).toMatchTextContent(code)
}

type Note = { hz: number; s: number }
const notes: Note[] = []
/** Records the notes instead of playing them. */
class Silent {
  currentTime = 0
  destination = {}
  resume = () => Promise.resolve()
  createOscillator = () => {
    let from = 0
    const frequency = { value: 0 }
    return {
      frequency,
      connect: <T,>(to: T) => to,
      start: (t: number) => {
        from = t
      },
      stop: (t: number) => notes.push({ hz: frequency.value, s: t - from }),
    }
  }
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {} },
    connect: <T,>(to: T) => to,
  })
}
vi.stubGlobal('AudioContext', Silent)
afterEach(() => localStorage.clear())

test('each of the five results has words and notes of its own, and none when the sound is off', async () => {
  vi.stubGlobal('AudioContext', Silent)
  await open()
  const heard = new Map<string, number[]>()
  for (const [code, said] of [
    ['20014-1', 'Sitio correcto'],
    ['20014-1', 'Repetido'],
    ['20014-3', 'Otro sitio'],
    ['20014-4', 'No esperado'],
    ['CAJA SIN ETIQUETA', 'Código desconocido'],
  ] as const) {
    notes.splice(0)
    await type(code)
    await expect.element(last).toMatchTextContent(said)
    await expect.poll(() => notes.length).toBeGreaterThan(0)
    heard.set(
      said,
      notes.map((n) => n.hz),
    )
  }
  expect(new Set([...heard.values()].map((hz) => hz.join(' '))).size).toBe(5)
  // The right place has the highest note, and an unknown code the lowest.
  const all = [...heard.values()].flat()
  expect(heard.get('Sitio correcto')).toEqual([Math.max(...all)])
  expect(heard.get('Código desconocido')).toEqual([Math.min(...all)])
  await expect.element(progress).toHaveTextContent('1 de 2')
  await press('Sonido')
  notes.splice(0)
  await type('OTRA CAJA')
  expect(notes).toEqual([])
  await expect.element(sent).toHaveTextContent('Todo enviado')
})

test('without network a scan waits, and is told as of when it was made', async () => {
  let offline = true
  const app = await open({
    addEscaneos: () =>
      offline ? Promise.reject(new TypeError('Failed to fetch')) : { nuevos: 1, tarde: false },
    listEscaneos: ({ query }) =>
      offline
        ? Promise.reject(new TypeError('Failed to fetch'))
        : { data: [], siguiente: Number(query.desde), fotos: [], estado: 'abierto' },
  })
  await type('20014-1')
  await expect.element(progress).toHaveTextContent('1 de 2')
  await expect.element(sent).toHaveTextContent('Sin conexión · 1 sin enviar')
  await new Promise((goesOn) => setTimeout(goesOn, 1_500))
  offline = false
  await expect.element(sent).toHaveTextContent('Todo enviado')
  const arrived = scansOf(app).at(-1)
  expect(arrived).toMatchObject({ codigo: '20014-1' })
  expect(arrived?.hace_ms).toBeGreaterThan(1_000)
})

/** What was sent of the count on screen. */
const scansOf = (app: Awaited<ReturnType<typeof open>>) =>
  askedOf(app, 'addEscaneos')
    .filter((r) => r.params.id === String(id))
    .flatMap((r) => (r.body as { escaneos: Record<string, unknown>[] }).escaneos)

test('a scan is sent with how long ago it was, and taken back by another one', async () => {
  const app = await open()
  await type('20014-2')
  await expect.element(progress).toHaveTextContent('1 de 2')
  await expect.element(sent).toHaveTextContent('Todo enviado')
  await press('Quitar', last)
  await expectText('Escaneo quitado')
  await expect.element(progress).toHaveTextContent('0 de 2')
  await expect.poll(() => scansOf(app).length).toBe(2)
  const [scan, taken] = scansOf(app)
  expect(scan).toMatchObject({ codigo: '20014-2', mac: 'AC0000000002', modo: 'escrito', anula: null })
  expect(scan?.hace_ms).toBeLessThan(10_000)
  expect(taken).toMatchObject({ anula: scan?.id })
})

test('one is tapped in the list, and the end asks before it closes the count', async () => {
  const app = await open()
  await page.getByLabelText('Buscar en la lista').fill('20014-2')
  await press('Está aquí')
  await expect.element(last).toMatchTextContent('20014-2')
  await expectAccessible()
  expectNoOverflow()
  await press('Terminar')
  const dialog = page.getByRole('dialog', { name: 'Terminar el recuento' })
  await expectAccessible(dialog.element())
  await press('Cerrar el recuento', dialog)
  await expect.poll(() => askedOf(app, 'closeRecuento').length).toBe(1)
})
