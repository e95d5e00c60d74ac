import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

const pestanas = (page: Page) => page.getByRole('tablist', { name: 'Administración' }).getByRole('tab')

async function open(page: Page, pestana: string) {
  await enterAs(page, 'admin')
  await page.goto(`/admin/usuarios?pestana=${pestana}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Administración' })).toBeVisible()
}

for (const width of [1440, 390])
  test.describe(`the administration at ${width} px`, () => {
    test.use({ viewport: { width: width, height: 844 } })

    test('its tabs stand in three groups, and the one that is open is in sight', async ({ page }) => {
      await open(page, 'webhooks')
      await expect(pestanas(page)).toHaveText([
        'Usuarios',
        'Empresas',
        'Seguridad',
        'Auditoría',
        'Lectores',
        'Calibración',
        'Calendario',
        'Etapas',
        'Ajustes',
        'Salud',
        'Envíos de avisos',
        'Webhooks',
        'Claves de API',
        'EPCIS',
      ])
      for (const group of ['Personas', 'Planta', 'Sistema'])
        await expect(page.getByRole('tablist').getByText(group, { exact: true })).toBeAttached()
      await expect(page.getByRole('tab', { name: 'Webhooks', selected: true })).toBeInViewport({ ratio: 1 })
      await expectSinDesborde(page)
      await expectAccesible(page)
    })

    test('arrows go through all of them, Home and End to the outer ones, Enter opens', async ({ page }) => {
      await open(page, 'auditoria')
      const tab = (name: string) => page.getByRole('tab', { name, exact: true })
      await tab('Auditoría').focus()
      await page.keyboard.press('ArrowRight')
      await expect(tab('Lectores')).toBeFocused()
      await page.keyboard.press('End')
      await expect(tab('EPCIS')).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(tab('Usuarios')).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/pestana=empresas$/)
      await expect(tab('Empresas')).toHaveAttribute('aria-selected', 'true')
    })
  })
