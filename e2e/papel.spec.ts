import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

const PAGE = { width: 1040, height: 720 }

async function print(page: Page, ruta: string) {
  await enterAs(page, 'operario')
  await page.goto(ruta)
  await expect(page.getByRole('main')).toBeVisible()
}

/** Elements beyond the right edge of the paper. */
const cortado = (page: Page) =>
  page
    .getByRole('main')
    .evaluate(
      (main) =>
        [...main.querySelectorAll('td, th, p, h1, h2, h3, dt, dd')].filter(
          (e) => e.getClientRects().length > 0 && e.getBoundingClientRect().right > innerWidth + 1,
        ).length,
    )

test('the LT board on paper: dark or not, light, every row, no bar, no column cut', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await print(page, '/Logistics')
  const rows = page.locator('tbody tr[data-indice]')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(100)
  await page.setViewportSize(PAGE)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(() => rows.count()).toBeGreaterThan(125)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeHidden()
  await expect(page.getByText(/^Retorna · Montajes Álava · \d\d\/\d\d\/\d{4}/)).toBeVisible()
  expect(await cortado(page)).toBe(0)
  await expect(page.locator('html')).toHaveAttribute('data-tema', 'light')
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-tema', 'dark')
})

test('inventory, plan, incidents and the file of a container are printed without bar and whole', async ({
  page,
}) => {
  const apodo = (await (async () => {
    await enterAs(page, 'operario')
    const r = await page.request.get(
      '/api/device_poc_status?page=1&per_page=1&tipo=SmartBle&posible_estado=Ubicado',
    )
    return (await r.json()).data[0].Apodo
  })()) as string
  for (const [ruta, title] of [
    ['/poc-status', 'Inventario'],
    ['/special', 'Plano de planta'],
    ['/incidencias', 'Incidencias recientes'],
    [`/contenedor/${apodo}`, apodo],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await print(page, ruta)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.setViewportSize(PAGE)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await cortado(page), ruta).toBe(0)
  }
})
