import { expect, type Page } from '@playwright/test'
import type { FilaPila, ModeloPila, Pilas, Ronda } from '../contract/dispositivos/pilas'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { holdUndo } from './toasts'

// In sequence, because the tests change the batteries of the same tags.
test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'allow' })

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const

const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])
const read = async <T>(page: Page, ruta: string): Promise<T> =>
  (await page.request.get(`/api/pilas${ruta}`)).json()
const list = (page: Page, filtro: string) =>
  read<{ data: FilaPila[]; total: number }>(page, `/lista?empresa=1&per_page=200&${filtro}`)
const classOf = async (page: Page, mac: string) => (await list(page, `search=${mac}`)).data[0]?.clase

/** The state of batteries is calculated within a minute of the start. */
const waitPilas = (page: Page) =>
  expect.poll(async () => (await list(page, 'clase=ya')).total, { timeout: 90_000 }).toBeGreaterThan(2)

for (const [como, viewport] of TAMANOS)
  test(`each figure leads to as many tags as it says, each with why, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await waitPilas(page)
    await page.goto('/pilas')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pilas')
    const tile = page.getByRole('group', { name: 'Cuándo cambiarlas' }).getByRole('button', { name: /^Ya/ })
    await tile.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/clase=ya/)
    await expect(async () => {
      const n = numberOf(await tile.locator('b').textContent())
      expect(numberOf(await page.getByRole('status', { name: 'Totales' }).textContent())).toBe(n)
      expect((await list(page, 'clase=ya')).total).toBe(n)
    }).toPass()
    await expect(page.getByText(/La etiqueta dice|a la hora más cálida/).first()).toBeVisible()
    await expectAccesible(page)
    await expectSinDesborde(page)
    await page.goto('/hoy?papel=sistemas')
    await page.locator('[data-linea=pilas]').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/pilas\?clase=ya/)
  })

for (const [como, viewport] of TAMANOS)
  test(`what was learned stands by model, with what it rests on, and leads to its tags, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await waitPilas(page)
    await page.goto('/pilas')
    await page.getByRole('tab', { name: 'Lo aprendido' }).click()
    await expect(page).toHaveURL(/vista=aprendido/)
    const { modelos } = await read<{ modelos: ModeloPila[] }>(page, '/aprendido?empresa=1')
    const known = modelos.find((m) => m.mediana !== null) as ModeloPila
    await expect(page.getByText(new RegExp(`^${known.mediana} días \\(`)).first()).toBeVisible()
    await expectAccesible(page)
    await expectSinDesborde(page)
    // Tags that were registered a moment ago get the state of their battery within a minute, between the two screens too.
    await expect(async () => {
      await page.goto('/pilas?vista=aprendido')
      const { modelos } = await read<{ modelos: ModeloPila[] }>(page, '/aprendido?empresa=1')
      const link = page.getByRole('link', { name: new RegExp(`^Etiquetas ${known.modelo}:`) })
      const n = numberOf(await link.textContent())
      expect(n).toBe(modelos.find((m) => m.modelo === known.modelo)?.etiquetas)
      await link.click()
      await expect(page.getByText(`Solo las etiquetas ${known.modelo}.`)).toBeVisible()
      expect(numberOf(await page.getByRole('status', { name: 'Totales' }).textContent())).toBe(n)
    }).toPass()
  })

test('the tag that came back with fresh voltage asks, and is answered; that is taken back', async ({
  page,
}) => {
  await enterAs(page, 'operario')
  const asked = async () => (await read<Pilas>(page, '?empresa=1')).preguntas
  await expect.poll(asked, { timeout: 90_000 }).toBe(1)
  await page.goto('/pilas')
  await page.getByRole('button', { name: 'Responder' }).click()
  await expect(page).toHaveURL(/motivo=pregunta/)
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText('1 etiqueta')
  await page.getByRole('checkbox').last().check()
  const lote = page.getByRole('region', { name: 'Etiquetas elegidas' })
  await lote.getByRole('button', { name: 'Sí, se cambió' }).click()
  await expectAccesible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Anotar' }).click()
  const undo = await holdUndo(page)
  await expect.poll(asked).toBe(0)
  await undo.click()
  await expect.poll(asked).toBe(1)
})

test('the round: in walking order, a tap is an exchange, and it is taken back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, 'operario')
  await waitPilas(page)
  const readRonda = () => read<Ronda>(page, '/ronda?empresa=1')
  // Containers move meanwhile.
  await expect(async () => {
    await page.goto('/pilas/ronda')
    const { paradas } = await readRonda()
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
      `1. ${paradas[0]?.lugar ?? 'Sin ubicación'}`,
      { timeout: 10_000 },
    )
  }).toPass()
  const ronda = await readRonda()
  await expectAccesible(page)
  await expectSinDesborde(page)
  const una = ronda.paradas.flatMap((p) => p.contenedores).find((f) => f.clase === 'ya') as FilaPila
  await page.getByRole('button', { name: `Pila cambiada: ${una.Apodo}` }).click()
  const undo = await holdUndo(page)
  await expect.poll(() => classOf(page, una.mac)).toBe('sin_prisa')
  await undo.click()
  await expect.poll(() => classOf(page, una.mac)).toBe('ya')
})

test('without network, and killed in between, nothing is lost and each counts once', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, 'operario')
  await waitPilas(page)
  await page.goto('/pilas/ronda')
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((goesOn) =>
        serviceWorker.addEventListener('controllerchange', goesOn, { once: true }),
      )
  })
  const ya = (await list(page, 'clase=ya')).data
  const [una, otra] = ya as [FilaPila, FilaPila]
  const quedan = () => page.getByRole('status', { name: 'Quedan' })
  await page.reload()
  await expect(quedan()).toHaveText(/\d/)
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.open('retorna-datos')).keys()).some((k) => k.url.includes('/api/pilas/ronda')),
      ),
    )
    .toBe(true)
  await context.setOffline(true)
  await page.getByRole('button', { name: `Pila cambiada: ${una.Apodo}` }).click()
  // Typed, like a code that the camera cannot read.
  await page.getByLabel('Apodo o MAC').fill(otra.Apodo ?? otra.mac)
  await page.keyboard.press('Enter')
  const espera = page.getByRole('region', { name: 'Cambios pendientes de enviar' })
  await expect(espera).toContainText('2 cambios sin enviar')
  // The page is killed: a new one continues with the queued items, still offline.
  await page.close()
  const nueva = await context.newPage()
  await nueva.goto('/pilas/ronda')
  await expect(nueva.getByRole('region', { name: 'Cambios pendientes de enviar' })).toContainText(
    '2 cambios sin enviar',
  )
  await expect(nueva.getByRole('list', { name: 'Paradas' })).toContainText(una.Apodo as string)
  await context.setOffline(false)
  await expect(nueva.getByRole('region', { name: 'Cambios pendientes de enviar' })).toHaveCount(0)
  await expect.poll(() => classOf(nueva, una.mac)).toBe('sin_prisa')
  await expect.poll(() => classOf(nueva, otra.mac)).toBe('sin_prisa')
  const r = await nueva.request.get('/api/export_pilas?empresa=1&formato=xlsx')
  expect(r.headers()['content-disposition']).toContain('pilas')
})
