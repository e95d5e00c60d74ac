import { expect } from '@playwright/test'
import { writeCredenciales } from './enter'
import { test } from './prueba'

test('a link leads through the login to its screen; a wrong password does not; after the logout nothing is open', {
  tag: '@main',
}, async ({ page }) => {
  await page.goto('/NewData?search=20014-008')
  await expect(page).toHaveURL(/\/login\?/)
  // A name of its own: failures count against the account, and other tests log in as `operario`.
  await writeCredenciales(page, `nadie-${Date.now()}`, 'no-es-esta')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Usuario o contraseña incorrectos', { exact: true })).toBeVisible()
  await writeCredenciales(page, 'operario')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/NewData\?search=20014-008$/)
  await expect(page.getByRole('grid').first()).toBeVisible()
  await page.getByRole('button', { name: /^Menú de usuario/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await page.request.get('/api/validate_token')).status()).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

// cubre: publica 1
test('the public view of a label shows mac and nickname, and leads on to the registration', async ({
  page,
}) => {
  await page.goto('/Public?mac=AA:BB:CC:DD:EE:01')
  await expect(page.getByText('AABBCCDDEE01')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Sin registrar|\d+-\d+)$/)
  await writeCredenciales(page, 'planta5')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('MAC o número de serie')).toHaveValue('AA:BB:CC:DD:EE:01')
})
