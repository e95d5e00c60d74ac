import { expect } from '@playwright/test'
import { leeMailMessage, startBuzon } from '../server/testing/receptores'
import { CLAVE, type Cuenta, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'
import { expectToast, recordToasts } from './toasts'

/** Port of the mail server in the settings of the product: the server runs during these tests. */
const PORT = Number(process.env.BUZON ?? 2525)

test.describe('mail', () => {
  let buzon: Awaited<ReturnType<typeof startBuzon>>
  let cuenta: Cuenta
  test.beforeAll(async () => {
    buzon = await startBuzon(PORT)
  })
  test.afterAll(() => buzon.stop())
  test.beforeEach(async ({ browser }) => {
    cuenta = await createCuenta(browser)
  })
  test.afterEach(({ browser }) => removeCuenta(browser, cuenta.id))

  /** Path of the link in the last mail to a recipient with this prefix. */
  async function findLink(para: string, ruta: string): Promise<string> {
    const deEl = () => buzon.mailMessages.filter((c) => c.para === para)
    const find = () => {
      const text = deEl()
        .map((c) => leeMailMessage(c).texto)
        .join('\n')
      return [...text.matchAll(/https?:\/\/[^\s/]+(\/\S*)/g)]
        .map((m) => m[1] as string)
        .findLast((r) => r.startsWith(ruta))
    }
    await expect.poll(find).toBeDefined()
    return find() as string
  }

  test('an address is added under Perfil, confirmed by its link, tried, and left by the link of a mail', async ({
    page,
  }) => {
    const correo = `${cuenta.username}@planta.example`
    await enter(page, cuenta.username)
    await page.goto('/perfil')
    const tarjeta = page.getByRole('region', { name: 'Correo' })
    await tarjeta.getByRole('button', { name: 'Añadir' }).click()
    const forma = page.getByRole('dialog', { name: 'Dirección de correo' })
    await forma.getByLabel('Correo').fill('nadie')
    await forma.getByLabel('Contraseña', { exact: true }).fill('otra-clave-99')
    await forma.getByRole('button', { name: 'Enviar el enlace' }).click()
    await expect(forma.getByText('La dirección de correo no es válida.')).toBeVisible()
    await forma.getByLabel('Correo').fill(correo)
    await forma.getByRole('button', { name: 'Enviar el enlace' }).click()
    await expect(forma.getByText('La contraseña actual no es correcta.')).toBeVisible()
    await forma.getByLabel('Contraseña', { exact: true }).fill(CLAVE)
    await forma.getByRole('button', { name: 'Enviar el enlace' }).click()
    await expect(tarjeta.getByText(`Falta confirmar ${correo}`)).toBeVisible()
    await page.goto(await findLink(correo, '/correo?token='))
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page.getByText(`Recibirás los avisos de Retorna en ${correo}.`)).toBeVisible()
    await page.goto('/perfil')
    await expect(tarjeta.getByText('Confirmada')).toBeVisible()
    await tarjeta.getByRole('button', { name: 'Enviar prueba' }).click()
    await expectToast(page, 'Prueba enviada: mira tu correo')
    const mia = page.getByRole('form', { name: 'Qué avisos recibe' })
    await mia.getByRole('combobox', { name: 'Golpe: por correo' }).click()
    await page.getByRole('option', { name: 'En seguida' }).click()
    await mia.getByRole('button', { name: 'Guardar avisos' }).click()
    await expectToast(page, 'Avisos guardados')
    await page.goto(await findLink(correo, '/baja?t='))
    await page.getByRole('button', { name: 'Dejar de recibirlos' }).click()
    await expect(page.getByRole('heading', { name: 'Ya no recibirás avisos por correo' })).toBeVisible()
    await page.goto('/perfil')
    await expect(mia.getByRole('combobox', { name: 'Golpe: por correo' })).toHaveText('Correo: no')
  })

  test('a forgotten password: the same answer for everybody, a link for who has an address', async ({
    page,
    browser,
  }) => {
    const correo = `${cuenta.username}@planta.example`
    await enter(page, cuenta.username)
    await page.request.put('/api/correo', { data: { correo, password: CLAVE } })
    const token = new URL(await findLink(correo, '/correo?token='), 'http://x').searchParams.get('token')
    expect((await page.request.post('/api/correo/confirmar', { data: { token } })).ok()).toBe(true)

    const context = await browser.newContext()
    await recordToasts(context)
    const otra = await context.newPage()
    await otra.goto('/login')
    await otra.getByRole('link', { name: '¿Ha olvidado la contraseña?' }).click()
    const dicho = otra.getByText(/Si hay una cuenta con ese nombre/)
    await otra.getByLabel('Usuario o dirección de correo').fill('nadie.de.aqui')
    await otra.getByRole('button', { name: 'Enviar el enlace' }).click()
    await expect(dicho).toBeVisible()
    await otra.reload()
    await otra.getByLabel('Usuario o dirección de correo').fill(correo)
    await otra.getByRole('button', { name: 'Enviar el enlace' }).click()
    await expect(dicho).toBeVisible()
    await otra.goto(await findLink(correo, '/login?restablecer='))
    await expect(otra.getByLabel('Usuario')).toHaveValue(cuenta.username)
    await otra.getByLabel('Contraseña nueva', { exact: true }).fill('nueva-clave-2026')
    await otra.getByLabel('Confirmar contraseña nueva', { exact: true }).fill('nueva-clave-2026')
    await otra.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expectToast(otra, 'Contraseña cambiada. Ya puedes iniciar sesión.')
    await otra.getByLabel('Usuario').fill(cuenta.username)
    await otra.getByLabel('Contraseña', { exact: true }).fill('nueva-clave-2026')
    await otra.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(otra).toHaveURL(/\/Control$/)
    // The session in another browser has ended.
    expect((await page.request.get('/api/validate_token')).status()).toBe(401)
    await context.close()
  })
})
