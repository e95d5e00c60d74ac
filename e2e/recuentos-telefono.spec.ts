import { randomBytes } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { EscaneoRecibido, Recuento } from '../contract/dispositivos/recuentos'
import type { Situado } from '../contract/valores/dispositivos/recuento-reglas'
import { enterAs } from './enter'
import { test } from './prueba'

// The network and the clocks are set.
test.use({ propio: true, viewport: { width: 390, height: 844 } })
// In sequence: only one count of a place is open at a time.
test.describe.configure({ mode: 'serial' })

const SECOND = 1_000
const MINUTE = 60_000
const last = (page: Page) => page.getByRole('status', { name: 'Último escaneo' })
const envio = (page: Page) => page.getByRole('status', { name: 'Envío' })

async function type(page: Page, codigo: string): Promise<void> {
  await page.getByLabel('Código', { exact: true }).fill(codigo)
  await page.keyboard.press('Enter')
  await expect(last(page)).toContainText(codigo)
}

/** An open count of a place with containers, and what a phone knows of all containers. */
async function openRecuento(page: Page): Promise<{ id: number; contenedores: Situado[] }> {
  const { data } = await (await page.request.get('/api/ubicaciones?empresa=1')).json()
  for (const { id: ubicacion } of data as { id: number }[]) {
    const r = await page.request.post('/api/recuentos', { data: { empresa: 1, ubicacion } })
    if (!r.ok()) continue
    const { id }: Recuento = await r.json()
    const { contenedores } = await (await page.request.get(`/api/recuentos/${id}/esperados`)).json()
    if ((contenedores as Situado[]).some((c) => c.esperado && c.apodo)) return { id, contenedores }
    await cancel(page, id)
  }
  throw new Error('no place has containers')
}
const cancel = (page: Page, id: number) =>
  page.request.post(`/api/recuentos/${id}/cerrar`, { data: { anular: true } })

type Nota = { hz: number; s: number }

/** Records the notes instead of playing them. */
function recordNotas() {
  const notas: Nota[] = []
  class Oscilador {
    frequency = { value: 0 }
    #desde = 0
    connect = <T>(to: T) => to
    start(t: number) {
      this.#desde = t
    }
    stop(t: number) {
      notas.push({ hz: this.frequency.value, s: Math.round((t - this.#desde) * 1000) / 1000 })
    }
  }
  class Falso {
    currentTime = 0
    destination = {}
    resume = () => Promise.resolve()
    createOscillator = () => new Oscilador()
    createGain = () => ({
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {} },
      connect: <T>(to: T) => to,
    })
  }
  Object.assign(globalThis, { AudioContext: Falso, takeNotas: () => notas.splice(0) })
}
const takeNotas = (page: Page): Promise<Nota[]> =>
  page.evaluate(() => (globalThis as unknown as { takeNotas: () => Nota[] }).takeNotas())

test('each of the five results has notes of its own, and none when the sound is off', async ({ page }) => {
  await page.addInitScript(recordNotas)
  await enterAs(page, 'admin')
  const sinLugar = {
    mac: `AC233F${randomBytes(3).toString('hex').toUpperCase()}`,
    apodo: `90002-${Date.now() % 1e6}`,
  }
  const alta = await page.request.post('/api/dispositivos/importar?con_errores=impedir&empresa=1', {
    multipart: {
      archivo: {
        name: 'alta.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`mac_serie;apodo\r\n${sinLugar.mac};${sinLugar.apodo}`),
      },
    },
  })
  expect(alta.ok()).toBe(true)
  const { id, contenedores } = await openRecuento(page)
  try {
    const suyo = contenedores.find((c) => c.esperado && c.apodo)?.apodo as string
    const ajeno = contenedores.find((c) => !c.esperado && c.lugar && c.apodo)?.apodo as string
    await page.goto(`/recuentos/${id}`)
    const heard = new Map<string, Nota[]>()
    for (const [codigo, dicho] of [
      [suyo, 'Sitio correcto'],
      [suyo, 'Repetido'],
      [ajeno, 'Otro sitio'],
      [sinLugar.apodo, 'No esperado'],
      ['CAJA SIN ETIQUETA', 'Código desconocido'],
    ] as const) {
      await type(page, codigo)
      await expect(last(page)).toContainText(dicho)
      let notas: Nota[] = []
      await expect(async () => {
        notas = await takeNotas(page)
        expect(notas.length).toBeGreaterThan(0)
      }).toPass()
      heard.set(dicho, notas)
    }
    const tunes = [...heard.values()].map((notas) => notas.map((n) => n.hz).join(' '))
    expect(new Set(tunes).size).toBe(5)
    // The right place has the highest note, and an unknown code the lowest.
    const of = (dicho: string) => (heard.get(dicho) ?? []).map((n) => n.hz)
    const all = [...heard.values()].flat().map((n) => n.hz)
    expect(of('Sitio correcto')).toEqual([Math.max(...all)])
    expect(of('Código desconocido')).toEqual([Math.min(...all)])
    await page.getByRole('button', { name: 'Sonido' }).click()
    await type(page, 'OTRA CAJA')
    expect(await takeNotas(page)).toEqual([])
  } finally {
    await cancel(page, id)
  }
})

/** A phone of a person, in the count, whose clock the test moves. */
async function openTelefono(browser: Browser, quien: string, id: number) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.clock.install()
  await enterAs(page, quien)
  await page.goto(`/recuentos/${id}`)
  await expect(envio(page)).toHaveText('Todo enviado')
  return { context, page }
}
const setOffline = (all: { context: BrowserContext }[], si: boolean) =>
  Promise.all(all.map(({ context }) => context.setOffline(si)))

test('two phones without network for 30 minutes say how long ago each scan was, and none is before the count', async ({
  page,
  browser,
}) => {
  await enterAs(page, 'admin')
  const { id, contenedores } = await openRecuento(page)
  const { abierto }: Recuento = await (await page.request.get(`/api/recuentos/${id}`)).json()
  const [ane, jon] = [await openTelefono(browser, 'admin', id), await openTelefono(browser, 'operario', id)]
  const both = [ane, jon]
  try {
    const caja = (quien: string, minuto: number) => `CAJA ${quien} ${minuto} ${id}`
    const suyo = contenedores.find((c) => c.esperado && c.apodo)?.apodo as string
    await setOffline(both, true)
    const begun = Date.now()
    await type(ane.page, caja('ANE', 0))
    await type(jon.page, suyo)
    for (const t of both) await t.page.clock.fastForward(10 * MINUTE)
    await type(jon.page, caja('JON', 10))
    for (const t of both) await t.page.clock.fastForward(20 * MINUTE)
    await type(ane.page, caja('ANE', 30))
    await expect(envio(ane.page)).toContainText('2 sin enviar')
    await expect(envio(jon.page)).toContainText('2 sin enviar')

    const said = new Map<string, number>()
    for (const { context } of both)
      await context.route('**/api/recuentos/*/escaneos', (r) => {
        if (r.request().method() === 'POST')
          for (const e of r.request().postDataJSON().escaneos) said.set(e.codigo, e.hace_ms)
        return r.continue()
      })
    const connected = Date.now()
    await setOffline(both, false)
    for (const t of both) await expect(envio(t.page)).toHaveText('Todo enviado')
    const { data }: { data: EscaneoRecibido[] } = await (
      await page.request.get(`/api/recuentos/${id}/escaneos?desde=1`)
    ).json()
    const now = Date.now()
    expect(data.map((e) => e.codigo).sort()).toEqual([...said.keys()].sort())
    // What the phone's clock was moved by, and what really went by while the test ran.
    const expectAgo = (codigo: string, minutes: number) => {
      expect(said.get(codigo)).toBeGreaterThanOrEqual(minutes * MINUTE)
      expect(said.get(codigo)).toBeLessThan(minutes * MINUTE + now - begun + SECOND)
    }
    expectAgo(caja('ANE', 0), 30)
    expectAgo(suyo, 30)
    expectAgo(caja('JON', 10), 20)
    expectAgo(caja('ANE', 30), 0)
    for (const e of data) {
      // The plant's clock has not moved: what was longer ago than the count is open is kept as of its beginning.
      const at = (received: number) => Math.max(received - (said.get(e.codigo) ?? 0), Date.parse(abierto))
      expect(Date.parse(e.momento)).toBeGreaterThanOrEqual(at(connected) - SECOND)
      expect(Date.parse(e.momento)).toBeLessThanOrEqual(at(now) + SECOND)
    }
    for (const t of both) await expect(t.page.getByRole('status', { name: 'Avance' })).toHaveText(/^1 de /)
  } finally {
    for (const t of both) await t.context.close()
    await cancel(page, id)
  }
})
