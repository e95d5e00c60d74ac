import { expect } from '@playwright/test'
import { CLAVE, comoAdmin, enter, removeCuenta, unique } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

test('an account is made, edited and given a new password by a code; the audit log says so, on screen and in a file', {
  tag: '@main',
}, async ({ page, context, browser }) => {
  await enterAs(page, 'admin')
  await page.goto('/admin/usuarios?en_empresa=1')
  await page.getByRole('button', { name: 'Nuevo usuario' }).click()
  const dialogo = page.getByRole('dialog')
  const username = unique('nueva')
  await dialogo.getByLabel('Nombre', { exact: true }).fill('Nueva Persona')
  await dialogo.getByLabel('Usuario', { exact: true }).fill('аinhoa')
  await dialogo.getByLabel('Contraseña', { exact: true }).fill('corta')
  await page.keyboard.press('Enter')
  await expect(dialogo.getByText(/El usuario solo puede llevar letras latinas/)).toBeVisible()
  await dialogo.getByLabel('Usuario', { exact: true }).fill(username)
  await page.keyboard.press('Enter')
  await expect(dialogo.getByText('La contraseña debe tener al menos 10 caracteres.')).toBeVisible()
  await dialogo.getByLabel('Contraseña', { exact: true }).fill(CLAVE)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Usuario Nueva Persona creado')

  await page.goto(`/admin/usuarios?buscar=${username}`)
  const row = page.getByRole('grid', { name: 'Usuarios', exact: true }).locator('tbody tr[data-id]')
  await expect(row).toHaveCount(1)
  const id = Number(await row.getAttribute('data-id'))
  const choose = async (action: string) => {
    await row.getByRole('button', { name: /^Acciones de/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Editar')
  await dialogo.getByLabel('Nombre', { exact: true }).fill('Otro Nombre')
  await dialogo.getByRole('button', { name: 'Guardar' }).click()
  await expect(row).toContainText('Otro Nombre')
  await choose('Restablecer contraseña')
  await dialogo.getByRole('button', { name: 'Crear código' }).click()
  const codigo = (await dialogo.getByLabel('Código', { exact: true }).textContent()) ?? ''
  expect(codigo).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)

  await page.goto(`/admin/usuarios?pestana=auditoria&buscar=${username}`)
  const notes = page.getByRole('grid', { name: 'Auditoría', exact: true })
  await expect(notes).toContainText('Nombre: Nueva Persona → Otro Nombre')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('auditoria.xlsx')

  await context.clearCookies()
  await page.goto('/login?restablecer=1')
  await page.getByLabel('Usuario', { exact: true }).fill(username)
  await page.getByLabel('Código', { exact: true }).fill(codigo)
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('pasillo-norte-41')
  await page.getByLabel('Confirmar contraseña nueva', { exact: true }).fill('pasillo-norte-41')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await enter(page, username, 'pasillo-norte-41')

  // Who shuts an account out ends its sessions at once.
  await comoAdmin(browser, (api) => api.put(`/api/usuarios/${id}`, { data: { activo: false } }))
  expect((await page.request.get('/api/get_user')).status()).toBe(401)
  await removeCuenta(browser, id)
})
