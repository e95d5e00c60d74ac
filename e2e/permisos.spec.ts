import { expect } from '@playwright/test'
import { comoAdmin, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'
import { expectToast } from './toasts'

test('who loses rights while a screen is open is told, and led where they may be', async ({
  page,
  browser,
}) => {
  const cuenta = await createCuenta(browser)
  const change = (data: object) =>
    comoAdmin(browser, async (api) => {
      expect((await api.put(`/api/usuarios/${cuenta.id}`, { data })).status()).toBe(200)
    })
  await change({ is_admin: true })
  await enter(page, cuenta.username)
  await page.goto('/admin/usuarios')
  await expect(page.getByRole('grid', { name: 'Usuarios', exact: true })).toBeVisible()
  await change({ is_admin: false })
  await page.getByRole('tab', { name: 'Auditoría' }).click()
  await expectToast(page, 'Tus permisos han cambiado.')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByRole('grid').first()).toBeVisible()
  await change({ empresa: 5 })
  // The screen may detect the change before the test clicks.
  await Promise.race([
    page.getByRole('button', { name: 'Recargar' }).click(),
    page.waitForURL((url) => url.pathname === '/PanelDisp'),
  ])
  await expect(page).toHaveURL((url) => url.pathname === '/PanelDisp')
  await removeCuenta(browser, cuenta.id)
})
