import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
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
    await expectAccesible(page)
    await row.getByRole('link', { name: `Revisar el golpe: Golpe: ${apodo}` }).click()
    await expect(page).toHaveURL(/\/incidencias\?.*incidencia=\d+/)
    await expect(page.getByRole('dialog')).toContainText(apodo)
    await page.goBack()
    await expect(campana).toHaveAccessibleName('Avisos, ninguno sin leer')
  })

  test('filters stand in the address, all are read at once, and a telephone shows the same', async ({
    page,
    browser,
  }) => {
    const { apodo } = await comoAdmin(browser, async (api) => {
      const puerta = await createPuerta(api, EMPRESA)
      await puerta.hit()
      return puerta
    })
    await page.goto('/avisos?tipo=golpe&leido=no')
    await expect(page.getByText(`Golpe del contenedor ${apodo}`)).toBeVisible()
    await page.getByRole('button', { name: 'Marcar todos como leídos' }).click()
    await expect(page.getByText('No hay avisos con esos filtros')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await expect(page).toHaveURL(/\/avisos$/)
    await expect(page.getByText('todos leídos')).toBeVisible()
    await page.getByRole('combobox', { name: 'Gravedad' }).click()
    await page.getByRole('option', { name: 'Graves' }).last().click()
    await expect(page).toHaveURL(/gravedad=grave/)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/avisos')
    await expect(page.getByText(`Golpe del contenedor ${apodo}`)).toBeVisible()
    await expectSinDesborde(page)
    await expectAccesible(page)
  })

  test('what one wants to be told is chosen under Perfil and kept', async ({ page }) => {
    await page.goto('/avisos')
    await page.getByRole('link', { name: 'Elegir avisos' }).click()
    await expect(page).toHaveURL(/\/perfil#avisos$/)
    const forma = page.getByRole('form', { name: 'Qué avisos recibe' })
    const save = forma.getByRole('button', { name: 'Guardar avisos' })
    await expect(save).toBeDisabled()
    await forma.getByRole('checkbox', { name: 'Golpe: en la aplicación' }).uncheck()
    await forma.getByRole('combobox', { name: 'Batería baja: por correo' }).click()
    await page.getByRole('option', { name: 'Resumen del día' }).click()
    await forma.getByRole('switch', { name: 'Guardar silencio' }).uncheck()
    await save.click()
    await expectToast(page, 'Avisos guardados')
    await page.reload()
    await expect(forma.getByRole('checkbox', { name: 'Golpe: en la aplicación' })).not.toBeChecked()
    await expect(forma.getByRole('combobox', { name: 'Batería baja: por correo' })).toHaveText(
      'Correo: resumen del día',
    )
    await expect(forma.getByRole('switch', { name: 'Guardar silencio' })).not.toBeChecked()
    await expectAccesible(page, 'main')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSinDesborde(page)
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
    await expectAccesible(page)
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
    await expectAccesible(page)
    await page.goto(`/admin/usuarios?pestana=entregas&buscar=${encodeURIComponent(nombre)}`)
    await expect(page.getByRole('row').filter({ hasText: 'No entregado' })).toContainText(
      'El receptor responde 500.',
    )
    await expect(page.getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(1)
    await expectAccesible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSinDesborde(page)
    await page.setViewportSize({ width: 1280, height: 800 })
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

  test('links of mails that are not good say so, without a session', async ({ browser }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto('/baja?t=1.nada')
    await page.getByRole('button', { name: 'Dejar de recibirlos' }).click()
    await expect(page.getByRole('heading', { name: 'El enlace no funciona' })).toBeVisible()
    await expectAccesible(page)
    await page.goto('/correo?token=nada')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page.getByText(/El enlace no es válido, ya se ha usado o ha caducado/)).toBeVisible()
    await page.goto('/api/avisos/baja?t=1.nada')
    await expect(page).toHaveURL(/\/baja\?t=1\.nada$/)
    await context.close()
  })
})
