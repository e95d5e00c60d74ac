import { expect } from '@playwright/test'
import { fleet, openMapa, rows } from './mapa'
import { test } from './prueba'

test('starts on the plant, with the table of what is visible and how many of how many', {
  tag: '@main',
}, async ({ page }) => {
  await openMapa(page)
  const { total } = await fleet(page)
  await expect(
    page.getByText(new RegExp(`de ${total.toLocaleString('es')}(; \\d+ fuera de la vista)?$`)).first(),
  ).toBeVisible()
  expect(await rows(page).count()).toBeLessThanOrEqual(25)
  // A visible device: the first of the fleet may be at the supplier's.
  const apodo = ((await rows(page).first().getByRole('button').first().textContent()) ?? '').trim()
  await page.getByPlaceholder('Buscar Apodo').fill(apodo)
  await expect(page).toHaveURL(/buscar=/)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: `Detalles de ${apodo}` }).click()
  const dialogo = page.getByRole('dialog', { name: apodo })
  await expect(dialogo.getByText('Último registro', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(dialogo).toBeHidden()
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(rows(page)).not.toHaveCount(1)
})
