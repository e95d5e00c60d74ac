import { expect, type Page } from '@playwright/test'
import { imageSize } from 'image-size'
import { CLAVE, type Cuenta, codigoOf, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'

let cuenta: Cuenta
test.beforeEach(async ({ browser }) => {
  cuenta = await createCuenta(browser)
})
test.afterEach(async ({ browser }) => removeCuenta(browser, cuenta.id))

const datos = (page: Page) => page.getByRole('form', { name: 'Datos de la cuenta' })
const update = (page: Page) => datos(page).getByRole('button', { name: 'Actualizar' })
const usuario = async (page: Page) => (await (await page.request.get('/api/get_user')).json()).user

async function open(page: Page) {
  await enter(page, cuenta.username)
  await page.goto('/perfil')
  await expect(datos(page).getByLabel('Nombre', { exact: true })).toHaveValue(cuenta.nombre)
}

/** A picture as a camera makes it. */
async function draw(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const c = document.createElement('canvas')
      c.width = w as number
      c.height = h as number
      const p = c.getContext('2d') as CanvasRenderingContext2D
      p.fillStyle = '#c33'
      p.fillRect(0, 0, c.width / 2, c.height)
      return c.toDataURL('image/png').split(',')[1] as string
    },
    [width, height],
  )
  return Buffer.from(base64, 'base64')
}
const choose = async (page: Page, buffer: Buffer, name = 'foto.png', mimeType = 'image/png') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

// cubre: perfil 2, validacion 14, errores 9
test('a photo is made smaller in the browser, shown, kept and taken away', async ({ page }) => {
  await open(page)
  await choose(page, await draw(page, 1600, 900))
  await expect(datos(page).locator('img')).toHaveAttribute('src', /^blob:/)
  expect((await usuario(page)).foto_perfil).toBeNull()
  await update(page).click()
  await expect(page.getByText(/Cierra la sesión y vuelve a iniciarla para ver la nueva imagen/)).toBeVisible()
  const { foto_perfil } = await usuario(page)
  const foto = await (await page.request.get(foto_perfil)).body()
  expect(imageSize(foto)).toMatchObject({ type: 'jpg', width: 800, height: 450 })
  const enBarra = page.getByRole('button', { name: /^Menú de usuario/ }).locator('img')
  await expect(enBarra).toHaveAttribute('src', foto_perfil)
  await expect.poll(() => enBarra.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBe(800)
  await datos(page).getByRole('button', { name: 'Quitar foto' }).click()
  await update(page).click()
  await expect(enBarra).toHaveCount(0)
  expect((await usuario(page)).foto_perfil).toBeNull()
})

test('a second factor is set up, asked for at login, and turned off', async ({ page, context }) => {
  await open(page)
  await page.getByRole('button', { name: 'Activar' }).click()
  const dialogo = page.getByRole('dialog')
  await dialogo.getByLabel('Contraseña', { exact: true }).fill('no es esta')
  await page.keyboard.press('Enter')
  await expect(dialogo.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await dialogo.getByLabel('Contraseña', { exact: true }).fill(CLAVE)
  await page.keyboard.press('Enter')
  await expect(dialogo.getByAltText(/^Código QR/)).toBeVisible()
  const secret =
    (await dialogo.getByLabel('Clave para escribirla a mano', { exact: true }).textContent()) ?? ''
  await dialogo.getByLabel('Código de verificación').fill(codigoOf(secret))
  await page.keyboard.press('Enter')
  await expect(dialogo.getByRole('listitem')).toHaveCount(10)
  const codigos = await dialogo.getByRole('listitem').allTextContents()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    dialogo.getByRole('button', { name: 'Descargar' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('retorna-codigos.txt')
  await page.keyboard.press('Escape')
  await expect(dialogo).toBeVisible()
  await dialogo.getByRole('button', { name: 'Los he guardado' }).click()
  await expect(page.getByText('Quedan 10 códigos de recuperación.')).toBeVisible()

  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Usuario', { exact: true }).fill(cuenta.username)
  await page.getByLabel('Contraseña', { exact: true }).fill(CLAVE)
  await page.keyboard.press('Enter')
  const codigo = page.getByLabel('Código de verificación')
  await expect(codigo).toBeFocused()
  await expect(page.getByText(/Introduce el código de verificación/)).toBeVisible()
  await codigo.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El código de verificación no es correcto.').first()).toBeVisible()
  await codigo.fill(codigos[0] as string)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/Control')

  await page.goto('/perfil')
  await expect(page.getByText('Quedan 9 códigos de recuperación.')).toBeVisible()
  await page.getByRole('button', { name: 'Desactivar' }).click()
  await dialogo.getByLabel('Contraseña', { exact: true }).fill(CLAVE)
  await dialogo.getByLabel('Código de verificación').fill(codigos[1] as string)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Activar' })).toBeVisible()
})
