import { expect } from '@playwright/test'
import { writeCredenciales } from './enter'
import { test } from './prueba'
import { apodo, mac, newApodo, newMac, save } from './registro'
import { expectToast } from './toasts'

// A plant without certificates: http, and a host name other than localhost.
test.use({
  propio: true,
  baseURL: async ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'retorna.planta')),
})

test('without https one logs in, exports, tries an import and registers', async ({ page }) => {
  const errores: string[] = []
  page.on('pageerror', (e) => errores.push(e.message))
  await page.goto('/login')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await writeCredenciales(page, 'admin')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/Control$/)

  await page.goto('/poc-status?familia=20014&en_empresa=1')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('status_poc.xlsx')

  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  const dialogo = page.getByRole('dialog', { name: 'Importar dispositivos' })
  await dialogo.locator('input[type=file]').setInputFiles({
    name: 'alta.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`mac_serie;apodo\n${newMac()};${newApodo()}\n`),
  })
  await expect(dialogo.getByRole('button', { name: 'Importar 1 dispositivo' })).toBeEnabled()
  await page.keyboard.press('Escape')

  await page.goto('/PanelDisp')
  await apodo(page).fill(newApodo())
  await mac(page).fill(newMac())
  await page.context().setOffline(true)
  await save(page).click()
  await expect(page.getByText('Sin conexión: el registro queda en este dispositivo')).toBeVisible()
  await page.context().setOffline(false)
  await expectToast(page, 'Registro pendiente enviado')
  expect(errores).toEqual([])
})
