import { expect } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './inventario'
import { expectToast } from './toasts'

test('a copied link shows the same to somebody else: filters, page and company', async ({
  page,
  context,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, 'admin')
  const vistos = (p: typeof page) =>
    p
      .getByRole('button', { name: /^Abrir detalles de / })
      .evaluateAll((bs) => bs.slice(0, 3).map((b) => b.ariaLabel))
  await page.goto('/poc-status?sin_ver_dias=1&filas=20')
  await page.evaluate(() => sessionStorage.setItem('retorna.empresa', '1'))
  await page.reload()
  const filter = page.getByRole('combobox', { name: 'Sin ver' })
  await expect(filter).toHaveText('Sin ver más de 1 día')
  expect(await filter.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0)
  await expect.poll(() => vistos(page)).not.toEqual([])
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await page.getByRole('button', { name: 'Copiar enlace' }).click()
  await expectToast(page, 'Enlace copiado')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  const otro = await (
    await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: { width: 390, height: 900 } })
  ).newPage()
  await enterAs(otro, 'admin')
  await otro.goto(link)
  await expect(otro).toHaveURL(
    /\/poc-status\?filas=20&sin_ver_dias=1$|\/poc-status\?sin_ver_dias=1&filas=20$/,
  )
  expect(await otro.evaluate(() => sessionStorage.getItem('retorna.empresa'))).toBe('1')
  // A container that is heard again meanwhile leaves the list: then both are read again.
  const reread = async (e: unknown) => {
    for (const p of [page, otro]) await p.reload()
    throw e
  }
  await expect(async () => {
    const visto = await vistos(page)
    expect(visto).not.toEqual([])
    await expect
      .poll(() => vistos(otro), { timeout: 10_000 })
      .toEqual(visto)
      .catch(reread)
  }).toPass()
  await otro.context().close()
})
