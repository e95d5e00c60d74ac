import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectAccesible } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const ruta = (page: Page) => expect.poll(() => decodeURIComponent(new URL(page.url()).pathname))
const paleta = (page: Page) => page.getByRole('dialog', { name: 'Buscar' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar pantallas y contenedores' })
const option = (page: Page, name: string | RegExp) => paleta(page).getByRole('option', { name })
const button = (page: Page) => page.getByRole('button', { name: 'Buscar pantallas y contenedores' })

async function open(page: Page, destino = '/poc-status', usuario = 'operario'): Promise<void> {
  await enterAs(page, usuario)
  await page.goto(destino)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A container for this test only. */
async function register(page: Page, resto = ''): Promise<{ mac: string; apodo: string }> {
  const mac = `AC233F${randomBytes(3).toString('hex').toUpperCase()}`
  const apodo = `9${Date.now() % 1e9}-1${resto}`
  const r = await page.request.post('/api/update_device_details', {
    data: { mac_serie: mac, tipo_dispositivo: 'SmartBle', apodo },
  })
  expect(r.ok(), await r.text()).toBe(true)
  return { mac, apodo }
}

test('Ctrl+K finds screens and containers by keyboard alone, and remembers them until logout', async ({
  page,
}) => {
  await open(page)
  const { mac, apodo } = await register(page)
  await button(page).focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(option(page, 'Hoy')).toHaveAttribute('aria-selected', 'true')
  await expect(paleta(page).getByRole('group', { name: 'Recientes' })).toHaveCount(0)
  await expect(option(page, 'Usuarios')).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await option(page, 'Mapa').first().getAttribute('id')) as string,
  )
  await page.keyboard.press('Escape')
  await expect(paleta(page)).toBeHidden()
  await expect(button(page)).toBeFocused()

  await page.keyboard.press('Meta+k')
  await page.keyboard.type('grafic')
  await expect(option(page, /./)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await ruta(page).toBe('/graphics')
  await expect(paleta(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(apodo)
  await expect(option(page, new RegExp(apodo))).toContainText('Sin registro')
  await page.keyboard.press('Enter')
  await ruta(page).toBe(`/contenedor/${apodo}`)
  await expect(page.getByRole('heading', { name: apodo })).toBeVisible()

  await page.keyboard.press('Control+k')
  const recientes = paleta(page).getByRole('group', { name: 'Recientes' }).getByRole('option')
  await expect(recientes).toHaveText([new RegExp(apodo), 'Gráficos'])
  await page.keyboard.type(mac.toLowerCase().match(/../g)?.join(':') as string)
  await expect(option(page, new RegExp(mac))).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paleta(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('cerrar ses')
  await page.keyboard.press('Enter')
  await ruta(page).toBe('/login')
  await open(page)
  await page.keyboard.press('Control+k')
  await expect(option(page, 'Mapa')).toBeVisible()
  await expect(paleta(page).getByRole('group', { name: 'Recientes' })).toHaveCount(0)
})

test('asks the server once typing rests, lets go of what was typed before, and tells nothing from an error', async ({
  page,
}) => {
  await open(page)
  const { apodo } = await register(page)
  const preguntas: string[] = []
  let answer = () => {}
  await page.route('**/api/device_poc_status?buscar=**', async (r) => {
    const text = new URL(r.request().url()).searchParams.get('buscar') as string
    preguntas.push(text)
    if (text === 'lenta') await new Promise<void>((goesOn) => (answer = goesOn))
    if (text === 'falla') return r.fulfill({ status: 500, json: { error: 'No se pudo.', code: 'error' } })
    await r.continue().catch(() => {})
  })
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  const dejada = page.waitForEvent('requestfailed', (r) => r.url().includes('buscar=lenta'))
  // Typed within the page: on a busy machine, keys from outside may lie further apart than the pause.
  await page.evaluate(() => {
    for (const letra of 'lenta') document.execCommand('insertText', false, letra)
  })
  await expect(paleta(page).getByText('Buscando…')).toBeVisible()
  await expect.poll(() => preguntas).toEqual(['lenta'])
  await field(page).fill(apodo)
  await dejada
  answer()
  await expect(option(page, new RegExp(apodo))).toBeVisible()
  await field(page).fill('zz-no-hay-nada')
  await expect(paleta(page).getByText('Nada con ese nombre')).toBeVisible()
  await field(page).fill('falla')
  await expect(paleta(page).getByRole('alert')).toContainText('No se pudo.')
  await paleta(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => preguntas.filter((p) => p === 'falla').length).toBe(2)
})

test('a company that only registers finds its few screens, and asks for no device', async ({ page }) => {
  let pedidas = 0
  await page.route('**/api/device_poc_status**', (r) => {
    pedidas++
    return r.continue()
  })
  await open(page, '/perfil', 'planta5')
  await page.keyboard.press('Control+k')
  const screens = paleta(page).getByRole('group', { name: 'Pantallas' }).getByRole('option')
  await expect(screens).toHaveText(['Alta de dispositivos', 'Perfil', 'Asistente'])
  await field(page).fill('20014')
  await expect(paleta(page).getByText('Nada con ese nombre')).toBeVisible()
  expect(pedidas).toBe(0)
})

test('an administrator who chose a company finds only what is hers', async ({ page }) => {
  await open(page, '/poc-status', 'calidad')
  const { apodo } = await register(page)
  await open(page, '/poc-status', 'admin')
  await page.keyboard.press('Control+k')
  await field(page).fill(apodo)
  await expect(option(page, new RegExp(apodo))).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('retorna.empresa', '1'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(apodo)
  await expect(paleta(page).getByText('Nada con ese nombre')).toBeVisible()
})

test('leaves the keys to the snake and to a dialog, and the secret keys go on working', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  for (const tecla of ['Up', 'Up', 'Down', 'Down', 'Left', 'Right', 'Left', 'Right'])
    await page.keyboard.press(`Arrow${tecla}`)
  await page.keyboard.type('ba')
  await expectToast(page, 'Modo Secreto Activado')
  await page.keyboard.press('Escape')
  await ruta(page).toBe('/secret')
  await expect(page.getByRole('img', { name: /^Serpiente/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paleta(page)).toHaveCount(0)
  await button(page).click()
  await expect(field(page)).toBeFocused()
})

test('on a phone it is an icon; the theme changes from it; nothing for axe to find', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await register(page)
  const caja = await button(page).boundingBox()
  expect(caja?.width).toBeLessThanOrEqual(48)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  for (const tema of ['Tema: oscuro', 'Tema: claro']) {
    await button(page).click()
    await field(page).fill('20014')
    await expect(option(page, /20014-/).first()).toBeVisible()
    await expectAccesible(page)
    await field(page).fill('tema')
    await option(page, tema).click()
    await expect(page.locator('html')).toHaveAttribute(
      'data-tema',
      tema.endsWith('oscuro') ? 'dark' : 'light',
    )
  }
})

test('Ctrl+K finds each tab of the administration by its own name, and remembers it', async ({ page }) => {
  await open(page, '/poc-status', 'admin')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('calibracion')
  await expect(option(page, /./)).toHaveText(['CalibraciónAdministración › Planta'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/usuarios\?pestana=calibracion$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Administración' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Calibración', selected: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paleta(page).getByRole('group', { name: 'Recientes' }).getByRole('option')).toHaveText([
    /^Calibración/,
  ])
})
