import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { enterAs } from './enter'
import { test } from './prueba'

const rows = (page: Page) => page.locator('tbody tr[data-indice]')

// cubre: estados 1 4
test('what a family counts up to is the same on the screen, after another filter, and in estado.xlsx', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/status?familia=20014&filas=-1&orden=n&sentido=desc')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/^160 dispositivos/)
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('estado.xlsx')
  const [hoja] = (await readXlsx(new Uint8Array(await readFile(await descarga.path())))).sheets
  const data = (hoja?.rows ?? []).slice(1)
  expect(hoja?.rows[0]).toEqual(['Ubicación', 'Lector', 'Dispositivos'])
  // Containers move meanwhile, but their sum does not change.
  expect(data.reduce((n, r) => n + Number(r[2]), 0)).toBe(160)
  const numbers = data.map((r) => Number(r[2]))
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
  await page.getByRole('combobox', { name: 'Ubicación' }).click()
  await page.getByRole('option', { name: 'Sin ubicación' }).click()
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/ · 0 ubicaciones$/)
})
