import { expect } from '@playwright/test'
import { expectAccesible } from './accesible'
import { colorOf } from './color'
import { enterAs, writeCredenciales } from './enter'
import { test } from './prueba'
import { stopClock } from './reloj'

test.describe('login', () => {
  test.describe('with a clock of the test', () => {
    // It remains in the context.
    test.use({ propio: true })

    // cubre: login 3-5, constantes 6
    test('welcomes, stays 1.5 s and goes to Control; the welcome leaves after 3 s', { tag: '@main' }, async ({
      page,
    }) => {
      await page.clock.install()
      await page.goto('/login')
      await writeCredenciales(page, 'operario')
      await stopClock(page)
      await page.keyboard.press('Enter')
      const bienvenida = page.getByText(/Te damos la bienvenida/)
      await expect(bienvenida).toBeVisible()
      expect(await colorOf(page.getByRole('status').filter({ has: bienvenida }), 'backgroundColor')).toBe(
        'verde',
      )
      await page.clock.runFor(1_400)
      expect(new URL(page.url()).pathname).toBe('/login')
      await page.clock.runFor(200)
      await page.waitForURL('**/Control')
      await page.clock.runFor(1_200)
      await expect(bienvenida).toBeVisible()
      await page.clock.runFor(400)
      // It leaves in a transition.
      await page.clock.resume()
      await expect(bienvenida).toBeHidden()
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
    })

    // cubre: errores 1-2, constantes 5
    test('says that user or password are wrong, in an alert and for 3 s in a toast', {
      tag: '@main',
    }, async ({ page }) => {
      await page.clock.install()
      await page.goto('/login')
      // A name of its own: failures count against the account, and other tests log in as `operario`.
      await writeCredenciales(page, `nadie-${Date.now()}`, 'no-es-esta')
      await stopClock(page)
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      const toast = page.getByText('Usuario o contraseña incorrectos.', { exact: true })
      const alerta = page.getByText('Usuario o contraseña incorrectos', { exact: true })
      await expect(alerta).toBeVisible()
      await expect(toast).toBeVisible()
      expect(await colorOf(page.getByRole('alert').filter({ has: toast }), 'backgroundColor')).toBe('rojo')
      await page.clock.runFor(2_800)
      await expect(toast).toBeVisible()
      await page.clock.runFor(400)
      // It leaves in a transition.
      await page.clock.resume()
      await expect(toast).toBeHidden()
      await expect(alerta).toBeVisible()
      await expect(page).toHaveURL(/\/login/)
    })
  })

  // cubre: login 6
  test('goes to PanelDisp when a mac was given', async ({ page }) => {
    await page.goto('/PanelDisp?mac=112233445566')
    await expect(page).toHaveURL(/\/login\?.*mac=112233445566/)
    await writeCredenciales(page, 'operario')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page).toHaveURL(/\/PanelDisp\?mac=112233445566$/)
  })

  for (const width of [1440, 390])
    test(`a link survives the login, and so does where somebody was when their session ended, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/NewData?search=20014-008')
      await expect(page).toHaveURL(/\/login\?/)
      await writeCredenciales(page, 'operario')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/NewData\?search=20014-008$/)
      await page.goto('/login')
      await writeCredenciales(page, 'operario')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/Control$/)
      await page.goto('/login?motivo=caducada&volver=%2FNewData%3Fsearch%3D20014-008')
      await expect(page.getByText(/Tu sesión ha terminado/)).toBeVisible()
      await writeCredenciales(page, 'operario')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/NewData\?search=20014-008$/)
    })

  test('tells too many attempts from a lost connection', async ({ page }) => {
    await page.goto('/login')
    await writeCredenciales(page, 'operario')
    await page.route('**/api/login', (r) =>
      r.fulfill({ status: 429, json: { error: 'x', code: 'demasiados' } }),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Demasiados intentos seguidos\. Espera/)).toBeVisible()
    await page.unroute('**/api/login')
    await page.route('**/api/login', (r) => r.abort())
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByText(/No hay conexión con el servidor\. Comprueba/)).toBeVisible()
  })

  test('an address that cannot keep a session says which one can', async ({ page }) => {
    await page.goto('/login')
    await writeCredenciales(page, 'operario')
    const error = 'Abre Retorna en https://retorna.example: aquí no se puede guardar la sesión.'
    await page.route('**/api/login', (r) => r.fulfill({ status: 403, json: { error, code: 'sin_https' } }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(error)).toBeVisible()
  })

  // cubre: login 2
  test('shows and hides the password', async ({ page }) => {
    await page.goto('/login')
    const clave = page.getByLabel('Contraseña', { exact: true })
    await clave.fill('secreta')
    await expect(clave).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
    await expect(clave).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
    await expect(clave).toHaveAttribute('type', 'password')
  })

  // cubre: login 1
  test('fills in a demo account', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'calidad' }).click()
    await expect(page.getByLabel('Usuario', { exact: true })).toHaveValue('calidad')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page).toHaveURL(/\/Control$/)
  })

  // cubre: publica 1 3
  test('the public view shows mac and nickname, and leads on to the panel', async ({ page }) => {
    await page.goto('/Public?mac=AA:BB:CC:DD:EE:01')
    await expect(page.getByText('AABBCCDDEE01')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Sin registrar|\d+-\d+)$/)
    await writeCredenciales(page, 'planta5')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/PanelDisp\?/)
    expect(new URL(page.url()).searchParams.get('mac')).toBe('AA:BB:CC:DD:EE:01')
    await expect(page.getByLabel('MAC o número de serie')).toHaveValue('AA:BB:CC:DD:EE:01')
  })

  // cubre: publica 2
  for (const usuario of ['operario', 'planta5'])
    test(`who is in already, as ${usuario}, goes on from the public view without a password`, async ({
      page,
    }) => {
      await enterAs(page, usuario)
      await page.goto('/Public?mac=112233445566')
      await expect(page.getByText('112233445566')).toBeVisible()
      await page.getByRole('link', { name: 'Abrir en el alta' }).click()
      await expect(page).toHaveURL(/\/PanelDisp\?mac=112233445566$/)
      await expect(page.getByLabel('MAC o número de serie')).toHaveValue('112233445566')
    })

  // cubre: publica 2
  test('who is in already is not asked for a password by the public view', async ({ page }) => {
    await enterAs(page, 'operario')
    await page.goto('/Public?mac=112233445566')
    await expect(page.getByRole('link', { name: 'Abrir en el alta' })).toBeVisible()
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeHidden()
    await expectAccesible(page)
    await page.context().clearCookies()
    await page.reload()
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Abrir en el alta' })).toBeHidden()
  })

  // cubre: control 1-2
  test('Control leads to the panel and to the map', async ({ page }) => {
    await enterAs(page, 'operario')
    await page.goto('/Control')
    await page.getByRole('button', { name: 'Dar de alta contenedor' }).click()
    await expect(page).toHaveURL(/\/PanelDisp$/)
    await page.goBack()
    await page.getByRole('button', { name: 'Control de activo' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })
})
