import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

test.describe.configure({ timeout: 180_000 })

/** The demonstration has a reader whose clock is wrong. */
const LECTOR = 'LEC-115'

test('what broke is found, and somebody says to look into it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, 'operario')
  await page.goto('/causas')
  const link = page.getByRole('link', { name: LECTOR })
  await expect(link).toBeVisible({ timeout: 90_000 })
  await expectAccesible(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lector con la hora mal: ${LECTOR}`)
  await expect(page.getByText(/Su reloj va \d+ minutos atrasado/)).toBeVisible()
  const nota = 'Lo pongo en hora'
  await page.getByLabel('Nota').fill(nota)
  await page.getByRole('button', { name: /^(Lo miro yo|Guardar nota)$/ }).click()
  await expect(page.getByText('La miras tú')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Nota')).toHaveValue(nota)
  await expectAccesible(page)
  await page.getByRole('button', { name: 'Dejar de mirarla' }).click()
  await expect(page.getByText('No la mira nadie.')).toBeVisible()
  await expectSinDesborde(page)
})
