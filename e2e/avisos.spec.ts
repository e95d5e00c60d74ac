import { expect } from '@playwright/test'
import { createPuerta, startReceptor } from './avisos'
import { type Cuenta, comoAdmin, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'
import { expectToast } from './toasts'

/** A company in which no other test has readers or notices. */
const EMPRESA = 700_000 + Math.floor(Math.random() * 90_000)

test.describe('notices', () => {
  let cuenta: Cuenta
  test.beforeAll(({ browser }) =>
    comoAdmin(browser, async (api) => {
      const r = await api.post('/api/empresas', { data: { id: EMPRESA, nombre: `Con avisos ${EMPRESA}` } })
      expect(r.ok(), await r.text()).toBe(true)
    }),
  )
  test.beforeEach(async ({ browser, page }) => {
    cuenta = await createCuenta(browser, { empresa: EMPRESA, rol: 'empresa' })
    await enter(page, cuenta.username)
  })
  test.afterEach(({ browser }) => removeCuenta(browser, cuenta.id))

  test('an impact rings the bell at once; its line leads to the incident, and is read then', {
    tag: '@main',
  }, async ({ page, browser }) => {
    await page.goto('/poc-status')
    const campana = page.getByRole('link', { name: /^Avisos, / })
    await expect(campana).toHaveAccessibleName('Avisos, ninguno sin leer')
    const { apodo } = await comoAdmin(browser, async (api) => {
      const puerta = await createPuerta(api, EMPRESA)
      await puerta.hit()
      return puerta
    })
    // Long before the bell asks by itself, once a minute.
    await expect(campana).toHaveAccessibleName('Avisos, 1 sin leer')
    await campana.click()
    await expect(page).toHaveURL(/\/avisos$/)
    const row = page.getByRole('row').filter({ hasText: apodo })
    await expect(row).toContainText(`Golpe del contenedor ${apodo}`)
    await row.getByRole('link', { name: `Revisar el golpe: Golpe: ${apodo}` }).click()
    await expect(page).toHaveURL(/\/incidencias\?.*incidencia=\d+/)
    await expect(page.getByRole('dialog')).toContainText(apodo)
    await page.goBack()
    await expect(campana).toHaveAccessibleName('Avisos, ninguno sin leer')
  })

  test('a webhook: its secret is shown once, a trial arrives, what does not is said', async ({ page }) => {
    const receptor = await startReceptor()
    await page.goto('/admin/usuarios?pestana=webhooks')
    await page.getByRole('button', { name: 'Nuevo webhook' }).click()
    const forma = page.getByRole('dialog', { name: 'Nuevo webhook' })
    const nombre = `ERP ${cuenta.username}`
    await forma.getByLabel('Nombre').fill(nombre)
    await forma.getByLabel('Dirección').fill('https://10.0.0.1/avisos')
    await forma.getByRole('button', { name: 'Crear webhook' }).click()
    await expect(forma.getByText(/10\.0\.0\.1 es una dirección interna/)).toBeVisible()
    await forma.getByLabel('Dirección').fill(receptor.url)
    await forma.getByRole('button', { name: 'Crear webhook' }).click()
    const secret = page.getByRole('dialog', { name: 'Secreto del webhook' })
    await expect(secret.getByLabel('Secreto', { exact: true })).toHaveText(/^whsec_/)
    await secret.getByRole('button', { name: 'Lo he guardado' }).click()
    const row = page.getByRole('row').filter({ hasText: nombre })
    const pick = async (que: string) => {
      await row.getByRole('button', { name: /^Acciones/ }).click()
      await page.getByRole('menuitem', { name: que }).click()
    }
    await pick('Enviar prueba')
    await expectToast(page, `${nombre} ha recibido la prueba`)
    expect(JSON.parse(receptor.recibidas[0]?.body ?? '').type).toBe('aviso.prueba')
    receptor.estado = 500
    await pick('Enviar prueba')
    await expectToast(page, 'El receptor responde 500.')
    await page.goto(`/admin/usuarios?pestana=entregas&buscar=${encodeURIComponent(nombre)}`)
    await expect(page.getByRole('row').filter({ hasText: 'No entregado' })).toContainText(
      'El receptor responde 500.',
    )
    await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(1)
    await page.goto('/admin/usuarios?pestana=webhooks')
    await pick('Cambiar el secreto')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar' }).click()
    await page.getByRole('button', { name: 'Lo he guardado' }).click()
    await expect(row).toContainText('dos secretos')
    await pick('Eliminar')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(row).toHaveCount(0)
    receptor.stop()
  })
})
