import { expect } from '@playwright/test'
import { enterAs } from './enter'
import { nodo, nodos } from './plano'
import { test } from './prueba'

// cubre: plano 5
test('the plan is found in the menu, and a node opens the inventory of its place and family', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/status')
  await page.getByRole('button', { name: 'Datos antiguos' }).click()
  await page.getByRole('menuitem', { name: 'Plano de planta' }).click()
  await expect(nodos(page)).toHaveCount(11)
  await nodo(page, 'Almacén Lleno').click()
  await expect(page).toHaveURL(/\/poc-status\?/)
  const filters = new URL(page.url()).searchParams
  expect([filters.get('ubicacion'), filters.get('familia')]).toEqual(['Almacén Lleno', '20014'])
  await expect(page.locator('tbody tr[data-indice]').first()).toContainText('Almacén Lleno')
})
