import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { stopClock } from './reloj'
import { expectToast } from './toasts'

const PRINCIPALES = ['Mapa', 'Inventario', 'Eventos', 'Incidencias', 'Gráficos']
const ruta = (page: Page) => expect.poll(() => new URL(page.url()).pathname)
const entrada = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true })
const menuUsuario = (page: Page) => page.getByRole('button', { name: /^Menú de usuario/ })

test.describe('route guard', () => {
  // cubre: rutas 24, roles 1
  test('without a session every screen leads to login, but for those that are public', {
    tag: '@main',
  }, async ({ page }) => {
    for (const destino of [
      '/',
      '/poc-status',
      '/Control',
      '/PanelDisp',
      '/perfil',
      '/secret',
      '/admin/usuarios',
      '/no/existe',
    ]) {
      await page.goto(destino)
      await ruta(page).toBe('/login')
    }
    for (const destino of ['/login', '/Public', '/alm_assistant', '/Manuales']) {
      await page.goto(destino)
      await expect(page.getByRole('main')).not.toBeEmpty()
      await ruta(page).toBe(destino)
    }
  })

  // cubre: rutas 25, roles 4
  for (const cuenta of ['planta4', 'planta5', 'planta6'])
    test(`${cuenta} only reaches panel, profile, login and public`, async ({ page }) => {
      await enterAs(page, cuenta)
      for (const destino of ['/', '/NewData', '/Control', '/admin/usuarios']) {
        await page.goto(destino)
        await ruta(page).toBe('/PanelDisp')
      }
      for (const destino of ['/perfil', '/login', '/Public']) {
        await page.goto(destino)
        await expect(page.getByRole('main')).not.toBeEmpty()
        await ruta(page).toBe(destino)
      }
    })

  // cubre: rutas 17
  test('only administrators reach the users', async ({ page }) => {
    await enterAs(page, 'operario')
    await page.goto('/admin/usuarios')
    await ruta(page).toBe('/')
    await enterAs(page, 'admin')
    await page.goto('/admin/usuarios')
    await expect(page.getByRole('heading', { level: 1, name: 'Administración' })).toBeVisible()
    await ruta(page).toBe('/admin/usuarios')
  })

  test.describe('with a clock of the test', () => {
    // It remains in the context.
    test.use({ propio: true })
    // cubre: rutas 22
    test('a session that ends leads to login, says so, and remembers the screen', async ({ page }) => {
      await enterAs(page, 'operario')
      await page.goto('/NewData?search=20014-008')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.request.post('/api/logout')
      await page.goto('/NewData?search=20014-008')
      await ruta(page).toBe('/login')
      await enterAs(page, 'operario')
      await page.goto('/poc-status')
      // An answer after the clock was set forward would count as fresh.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.route('**/api/validate_token', (r) =>
        r.fulfill({ status: 401, json: { error: 'x', code: 'sin_sesion' } }),
      )
      await page.clock.install({ time: Date.now() + 60_000 })
      await entrada(page, 'Eventos').click()
      await expect(page.getByText(/Tu sesión ha terminado/)).toBeVisible()
      expect(new URL(page.url()).searchParams.get('volver')).toBe('/NewData')
    })
  })
})

test.describe('bar', () => {
  const VISIBLES = [
    { cuenta: 'operario', principales: true, antiguos: true, manuales: true, usuarios: false },
    { cuenta: 'admin', principales: true, antiguos: true, manuales: true, usuarios: true },
    { cuenta: 'planta4', principales: false, antiguos: false, manuales: false, usuarios: false },
    { cuenta: 'planta5', principales: true, antiguos: false, manuales: false, usuarios: false },
    { cuenta: 'planta6', principales: true, antiguos: false, manuales: false, usuarios: false },
  ]
  // cubre: barra 2-4 6-11 13
  for (const { cuenta, principales, antiguos, manuales, usuarios } of VISIBLES)
    test(`what ${cuenta} sees`, async ({ page }) => {
      await enterAs(page, cuenta)
      await page.goto('/perfil')
      await expect(page.getByRole('link', { name: 'Retorna, ir al inicio' })).toHaveText('Retorna')
      await menuUsuario(page).click()
      const { user } = await (await page.request.get('/api/get_user')).json()
      const menu = page.getByRole('dialog', { name: 'Tu cuenta' })
      await expect(menu.getByText(user.nombre, { exact: true })).toBeVisible()
      await expect(menu.getByText(`Te damos la bienvenida, ${cuenta}`)).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Perfil' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Manuales' })).toBeVisible({ visible: manuales })
      await expect(page.getByRole('menuitem', { name: 'Usuarios' })).toBeVisible({ visible: usuarios })
      await page.keyboard.press('Escape')
      for (const nombre of PRINCIPALES)
        await expect(entrada(page, nombre)).toBeVisible({ visible: principales })
      await expect(page.getByRole('button', { name: 'Datos antiguos' })).toBeVisible({ visible: antiguos })
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(entrada(page, 'Mapa')).toBeVisible({ visible: antiguos })
      await expect(page.getByRole('button', { name: 'Más opciones' })).toBeVisible({ visible: antiguos })
      await expect(menuUsuario(page)).toBeVisible()
    })

  // cubre: barra 1
  test('is not on the screens that stand alone', async ({ page }) => {
    await enterAs(page, 'operario')
    for (const destino of ['/Control', '/login', '/Public', '/alm_assistant']) {
      await page.goto(destino)
      await expect(page.getByRole('main')).not.toBeEmpty()
      await expect(page.getByRole('navigation')).toHaveCount(0)
    }
  })

  // cubre: barra 5
  test('leads to the old data', async ({ page }) => {
    await enterAs(page, 'operario')
    await page.goto('/poc-status')
    for (const [nombre, destino] of [
      ['Inventario antiguo', '/inventory'],
      ['Estados', '/status'],
      ['Tabla MF', '/Logistics'],
    ] as const) {
      await page.getByRole('button', { name: 'Datos antiguos' }).click()
      await page.getByRole('menuitem', { name: nombre }).click()
      await ruta(page).toBe(destino)
    }
  })

  // cubre: barra 12, transiciones 10
  test('logout ends the session and goes to login', async ({ page }) => {
    await enterAs(page, 'operario')
    await page.goto('/poc-status')
    await menuUsuario(page).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await ruta(page).toBe('/login')
    expect((await page.request.get('/api/validate_token')).status()).toBe(401)
    await expect(page.getByText(/Tu sesión ha terminado/)).toHaveCount(0)
    await page.goBack()
    await ruta(page).toBe('/login')
  })

  test('an administrator narrows every screen to one company', async ({ page }) => {
    await enterAs(page, 'admin')
    await page.goto('/poc-status')
    await page.getByRole('button', { name: /^Empresa:/ }).click()
    const segunda = page.getByRole('menuitemradio').nth(1)
    const nombre = (await segunda.textContent()) ?? ''
    await segunda.click()
    await entrada(page, 'Eventos').click()
    await page.reload()
    await expect(page.getByRole('button', { name: `Empresa: ${nombre}` })).toBeVisible()
  })

  test('many companies are searched by name, by keyboard alone', async ({ page }) => {
    const empresas = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, nombre: `Logística nº ${i + 1}` }))
    await page.route('**/api/empresas', (r) => r.fulfill({ json: empresas }))
    await enterAs(page, 'admin')
    await page.goto('/poc-status')
    const selector = page.getByRole('button', { name: /^Empresa:/ })
    await selector.focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('combobox', { name: 'Buscar empresa' })
    await expect(field).toBeFocused()
    await expect(page.getByRole('option')).toHaveCount(31)
    await page.keyboard.type('logistica nº 2')
    await expect(page.getByRole('option')).toHaveCount(11)
    await expectAccesible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toBeHidden()
    await expect(selector).toHaveAccessibleName('Empresa: Logística nº 20')
    await expect(selector).toBeFocused()
  })

  // cubre: barra 3
  test('at phone width the entries are under the thumb and the rest in a sheet', { tag: '@main' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enterAs(page, 'operario')
    await page.goto('/poc-status')
    for (const nombre of PRINCIPALES) {
      const cajaOf = () => entrada(page, nombre).boundingBox()
      await expect.poll(async () => (await cajaOf())?.y).toBeGreaterThan(770)
      expect((await cajaOf())?.height).toBeGreaterThanOrEqual(44)
    }
    await entrada(page, 'Gráficos').click()
    await ruta(page).toBe('/graphics')
    await page.getByRole('button', { name: 'Más opciones' }).click()
    await page.getByRole('link', { name: 'Tabla MF' }).click()
    await ruta(page).toBe('/Logistics')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectSinDesborde(page)
  })
})

test('an address that does not exist says so and keeps the bar', async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/no/existe')
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await expect(entrada(page, 'Mapa')).toBeVisible()
})

// cubre: rutas 18, constantes 8
test('the code of a screen that does not arrive can be asked for again', async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/Manuales')
  await expect(page.getByRole('heading', { name: 'Manuales' })).toBeVisible()
  await page.route(/\/assets\/.*\.js$/, (r) => r.abort())
  await entrada(page, 'Mapa').click()
  await expect(page.getByText('No se ha podido cargar esta pantalla')).toBeVisible()
  await expect(entrada(page, 'Eventos')).toBeVisible()
  await page.unroute(/\/assets\/.*\.js$/)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No se ha podido cargar esta pantalla')).toBeHidden()
})

test.describe('with a clock of the test', () => {
  // It remains in the context.
  test.use({ propio: true })
  // cubre: juego 8, constantes 9
  test('ten keys open the secret screen after 2 s', async ({ page }) => {
    await page.clock.install()
    await enterAs(page, 'operario')
    await page.goto('/poc-status')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await stopClock(page)
    for (const tecla of ['Up', 'Up', 'Down', 'Down', 'Left', 'Right', 'Left', 'Right'])
      await page.keyboard.press(`Arrow${tecla}`)
    await page.keyboard.press('b')
    await page.keyboard.press('a')
    await expectToast(page, 'Modo Secreto Activado')
    await page.clock.runFor(1_900)
    expect(new URL(page.url()).pathname).toBe('/poc-status')
    await page.clock.runFor(200)
    await ruta(page).toBe('/secret')
    await page.clock.resume()
    await expect(page.locator('canvas')).toBeVisible()
  })
})

test('screens, menus and sheet have no violations', async ({ page }) => {
  // Twenty axe checks.
  test.slow()
  await enterAs(page, 'admin')
  for (const destino of ['/login', '/Control', '/no/existe', '/Public?mac=AABBCCDDEE01']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(destino)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccesible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccesible(page)
    await expectSinDesborde(page)
  }
  await page.goto('/perfil')
  await menuUsuario(page).click()
  await expect(page.getByRole('menuitem', { name: 'Perfil' })).toBeVisible()
  await expectAccesible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Más opciones' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccesible(page)
})
