import { expect } from '@playwright/test'
import type { TablaGrafico } from '../contract/resumen/graficos/graficos'
import { TITULOS_GRAFICO } from '../contract/resumen/graficos/values'
import { enterAs } from './enter'
import { hoyEnPlanta } from './fecha'
import { test } from './prueba'

// cubre: producto 6
test('thirteen charts are drawn; the table under one holds the numbers of the server, and its file has its name', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/graphics')
  const card = (title: string) => page.getByRole('region', { name: title, exact: true })
  // A chart of loops names its loop, too.
  for (const title of Object.values(TITULOS_GRAFICO))
    await expect(
      page
        .getByRole('region', { name: new RegExp(`^${title}`) })
        .first()
        .getByRole('button', { name: 'Exportar' }),
    ).toBeVisible()
  await expect(page.getByRole('img', { name: /^Gráfico:/ })).toHaveCount(12)
  await expect(page.getByRole('img', { name: 'Gráfico: Impactos por día' }).locator('svg')).toBeVisible()
  await expect(card('Lectores').getByRole('grid')).toContainText('LEC-1')

  const hours = card('Impactos por hora del día')
  // A chart is read once: an impact meanwhile is not in it.
  await expect(async () => {
    await page.reload()
    await hours.getByRole('button', { name: 'Ver datos' }).click()
    const r = await page.request.get(`/api/graficos/impactos_hora?hasta=${hoyEnPlanta()}`)
    const { filas } = (await r.json()) as TablaGrafico
    await expect(hours.getByRole('row')).toHaveCount(25)
    const numbers = filas.map((f) => Number(f[1]).toLocaleString('es'))
    await expect(hours.getByRole('row').locator('td:last-child')).toHaveText(numbers, { timeout: 5_000 })
  }).toPass()

  await card('Baterías').getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  expect((await download).suggestedFilename()).toBe('baterias.xlsx')
})
