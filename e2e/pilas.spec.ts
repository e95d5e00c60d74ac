import { expect, type Page } from '@playwright/test'
import type { FilaPila, ModeloPila, Pilas } from '../contract/cuentas/pilas/pilas'
import { enterAs } from './enter'
import { test } from './prueba'

// In sequence, because the tests change the batteries of the same tags.
test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'allow' })

const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])
const read = async <T>(page: Page, ruta: string): Promise<T> =>
  (await page.request.get(`/api/pilas${ruta}`)).json()
const list = (page: Page, filtro: string) =>
  read<{ data: FilaPila[]; total: number }>(page, `/lista?empresa=1&per_page=200&${filtro}`)
const classOf = async (page: Page, mac: string) => (await list(page, `search=${mac}`)).data[0]?.clase

/** The state of batteries is calculated within a minute of the start. */
const waitPilas = (page: Page) =>
  expect.poll(async () => (await list(page, 'clase=ya')).total, { timeout: 90_000 }).toBeGreaterThan(2)

test('a figure leads to as many tags as it says; one tag of the demonstration asks whether its battery was changed', async ({
  page,
}) => {
  await enterAs(page, 'operario')
  await waitPilas(page)
  await expect
    .poll(async () => (await read<Pilas>(page, '?empresa=1')).preguntas, { timeout: 90_000 })
    .toBe(1)
  await page.goto('/hoy?papel=sistemas')
  await page.locator('[data-linea=pilas]').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/pilas\?clase=ya/)
  const tile = page.getByRole('group', { name: 'Cuándo cambiarlas' }).getByRole('button', { name: /^Ya/ })
  await expect(async () => {
    const n = numberOf(await tile.locator('b').textContent())
    expect(numberOf(await page.getByRole('status', { name: 'Totales' }).textContent())).toBe(n)
    expect((await list(page, 'clase=ya')).total).toBe(n)
  }).toPass()
  await page.goto('/pilas?vista=aprendido')
  const { modelos } = await read<{ modelos: ModeloPila[] }>(page, '/aprendido?empresa=1')
  const known = modelos.find((m) => m.mediana !== null)
  await expect(page.getByText(new RegExp(`^${known?.mediana} días \\(`)).first()).toBeVisible()
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
