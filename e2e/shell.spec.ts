import { expect } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

// cubre: rutas 18, constantes 8
test('the code of a screen that does not arrive can be asked for again', async ({ page }) => {
  const entrada = (name: string) =>
    page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true })
  await enterAs(page, 'operario')
  await page.goto('/Manuales')
  await expect(page.getByRole('heading', { name: 'Manuales' })).toBeVisible()
  await page.route(/\/assets\/.*\.js$/, (r) => r.abort())
  await entrada('Mapa').click()
  await expect(page.getByText('No se ha podido cargar esta pantalla')).toBeVisible()
  await expect(entrada('Eventos')).toBeVisible()
  await page.unroute(/\/assets\/.*\.js$/)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No se ha podido cargar esta pantalla')).toBeHidden()
})
