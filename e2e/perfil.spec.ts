import { expect, type Page } from '@playwright/test'
import { imageSize } from 'image-size'
import { expectAccesible, expectSinDesborde } from './accesible'
import { CLAVE, type Cuenta, codigoOf, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'
import { expectToast } from './toasts'

let cuenta: Cuenta
test.beforeEach(async ({ browser }) => {
  cuenta = await createCuenta(browser)
})
test.afterEach(async ({ browser }) => removeCuenta(browser, cuenta.id))

const datos = (page: Page) => page.getByRole('form', { name: 'Datos de la cuenta' })
const update = (page: Page) => datos(page).getByRole('button', { name: 'Actualizar' })
const clave = (page: Page, etiqueta: string) => datos(page).getByLabel(etiqueta, { exact: true })
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

// cubre: producto 9, perfil 1, validacion 13
test('the name is changed, and shows in the bar at once', async ({ page }) => {
  await open(page)
  const nombre = datos(page).getByLabel('Nombre', { exact: true })
  await nombre.fill('   ')
  await expect(update(page)).toBeDisabled()
  await nombre.fill('Nerea Ñáñez')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Datos actualizados correctamente')
  await expect(page.getByRole('button', { name: 'Menú de usuario: Nerea Ñáñez' })).toBeVisible()
  expect(await usuario(page)).toMatchObject({ nombre: 'Nerea Ñáñez', foto_perfil: null })
})

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

test('what is no picture is said to be none', async ({ page }) => {
  await open(page)
  await choose(page, Buffer.from('hola'), 'foto.jpg', 'image/jpeg')
  await expect(datos(page).getByRole('alert')).toHaveText('Ese archivo no es una imagen que se pueda leer.')
})

// cubre: perfil 3, validacion 12, errores 7 35
test('passwords that differ are not sent; a wrong one is refused; the right one ends other sessions', async ({
  page,
  browser,
}) => {
  await open(page)
  const otra = await browser.newContext()
  await otra.request.post('/api/login', { data: { username: cuenta.username, password: CLAVE } })
  await clave(page, 'Contraseña nueva').fill('pasillo-norte-41')
  await update(page).click()
  await expect(page.getByText('Las contraseñas nuevas no coinciden.')).toBeVisible()
  await clave(page, 'Confirmar contraseña nueva').fill('pasillo-norte-41')
  await clave(page, 'Contraseña actual').fill('no es esta')
  await update(page).click()
  await expect(page.getByText('Error al cambiar la contraseña.')).toBeVisible()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await page.route('**/api/change_password', (r) => r.fulfill({ status: 502, body: '<h1>502</h1>' }))
  await update(page).click()
  await expect(page.getByText('Error al cambiar la contraseña', { exact: true })).toBeVisible()
  await page.unroute('**/api/change_password')
  await clave(page, 'Contraseña actual').fill(CLAVE)
  await update(page).click()
  await expectToast(page, 'Datos actualizados correctamente')
  await expect(clave(page, 'Contraseña actual')).toHaveValue('')
  expect((await otra.request.get('/api/get_user')).status()).toBe(401)
  // A second time in the same session: the token was renewed.
  await clave(page, 'Contraseña actual').fill('pasillo-norte-41')
  await clave(page, 'Contraseña nueva').fill('pasillo-sur-4242')
  await clave(page, 'Confirmar contraseña nueva').fill('pasillo-sur-4242')
  await update(page).click()
  await expect(clave(page, 'Contraseña actual')).toHaveValue('')
  const data = { username: cuenta.username, password: 'pasillo-sur-4242' }
  expect((await otra.request.post('/api/login', { data })).status()).toBe(200)
  await otra.close()
})

test('another session is seen and ended', async ({ page, browser }) => {
  const otra = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  })
  await otra.request.post('/api/login', { data: { username: cuenta.username, password: CLAVE } })
  await open(page)
  const list = page.getByRole('list', { name: 'Sesiones abiertas' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('Esta sesión')).toHaveCount(1)
  await list.getByRole('button', { name: 'Cerrar la sesión de Safari en iPhone' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect((await otra.request.get('/api/get_user')).status()).toBe(401)
  await otra.close()
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
  await expectAccesible(page)
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

test.describe('what fails is said', () => {
  const failure = { status: 500, json: { error: 'La base de datos no responde.', code: 'x' } }

  // cubre: errores 39
  test('reading the account', async ({ page }) => {
    await page.route('**/api/get_user', (r) => r.fulfill({ ...failure, status: 400 }))
    await enter(page, cuenta.username)
    await page.goto('/perfil')
    await expect(page.getByText('Error al obtener datos del usuario')).toBeVisible()
    await page.unroute('**/api/get_user')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(datos(page)).toBeVisible()
  })

  // cubre: errores 8 36-37
  test('saving it', async ({ page }) => {
    await open(page)
    await page.route('**/api/update_user', (r) => r.fulfill(failure))
    await update(page).click()
    await expect(page.getByText('Hubo un problema al actualizar los datos.')).toBeVisible()
    await expect(page.getByText('La base de datos no responde.')).toBeVisible()
    await page.unroute('**/api/update_user')
    await page.route('**/api/update_user', (r) => r.fulfill({ status: 502, body: '<h1>502</h1>' }))
    await update(page).click()
    await expect(page.getByText('Error al actualizar el usuario')).toBeVisible()
    await page.unroute('**/api/update_user')
    await page.route('**/api/upload_profile_image', (r) => r.abort())
    await choose(page, await draw(page, 20, 20))
    await update(page).click()
    await expect(page.getByText('Error al subir la imagen')).toBeVisible()
    await expect(page.getByText('No hay conexión con el servidor.')).toBeVisible()
  })

  // cubre: errores 38
  test('the photo that does not come', async ({ page }) => {
    await page.route('**/api/get_user', async (r) => {
      const body = await (await r.fetch()).json()
      body.user.foto_perfil = `/api/fotos/${'0'.repeat(32)}.jpg`
      await r.fulfill({ json: body })
    })
    await enter(page, cuenta.username)
    await page.goto('/perfil')
    await expect(page.getByText('Error al obtener la imagen de perfil')).toBeVisible()
  })
})

test('has no violations and no overflow', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('list', { name: 'Sesiones abiertas' })).toBeVisible()
  await expectAccesible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSinDesborde(page)
  await expectAccesible(page)
})
