import { expect, test } from '@playwright/test'
import { borrarCuenta, comoAdmin, createCuenta, enter } from './cuentas'

test('who loses rights while a screen is open is told, and led where they may be', async ({
  page,
  browser,
}) => {
  const cuenta = await createCuenta(browser)
  const cambiar = (data: object) =>
    comoAdmin(browser, async (api) => {
      expect((await api.put(`/api/usuarios/${cuenta.id}`, { data })).status()).toBe(200)
    })
  await cambiar({ is_admin: true })
  await enter(page, cuenta.username)
  await page.goto('/admin/usuarios')
  await expect(page.getByRole('grid', { name: 'Usuarios', exact: true })).toBeVisible()
  await cambiar({ is_admin: false })
  await page.getByRole('tab', { name: 'Auditoría' }).click()
  await expect(page.getByText('Tus permisos han cambiado.')).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByRole('grid').first()).toBeVisible()
  await cambiar({ empresa: 5 })
  // The screen may notice by itself before the hand is there.
  await page
    .getByRole('button', { name: 'Recargar' })
    .click({ timeout: 3_000 })
    .catch(() => {})
  await expect(page).toHaveURL((url) => url.pathname === '/PanelDisp')
  await borrarCuenta(browser, cuenta.id)
})
