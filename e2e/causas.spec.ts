import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

// In sequence, because both tests assign themselves to the same fault.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

/** The demonstration has a reader whose clock is wrong. */
const LECTOR = 'LEC-115'

for (const [como, viewport] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`what broke is found, and somebody says to look into it, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await page.goto('/causas')
    const link = page.getByRole('link', { name: LECTOR })
    await expect(link).toBeVisible({ timeout: 90_000 })
    await expectAccesible(page)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lector con la hora mal: ${LECTOR}`)
    await expect(page.getByText(/Su reloj va \d+ minutos atrasado/)).toBeVisible()
    const nota = `Lo pongo en hora ${como}`
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

test('a cause of another company is not there, and filters live in the address', async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/causas?estado=acabadas')
  await expect(page.getByText('No hay averías con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL(/\/causas$/)
  await page.goto('/causas/999999')
  await expect(page.getByText('Causa no encontrada.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver todas las averías' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Averías')
})
