import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { createPuertaConVersiones } from './otra-version'
import { test } from './prueba'

test.use({ serviceWorkers: 'allow' })

const sinConnection = (page: Page) => page.getByRole('status').filter({ hasText: 'Sin conexión' })
const save = (page: Page) => page.getByRole('button', { name: 'Guardar' })

/** A page whose app is cached for offline use. */
async function instalada(page: Page, ruta: string, usuario: string): Promise<void> {
  await enterAs(page, usuario)
  await page.goto(ruta)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((goesOn) =>
        serviceWorker.addEventListener('controllerchange', goesOn, { once: true }),
      )
  })
}

/** Waits until the answer is in the cache. */
const expectGuardada = (page: Page, ruta: string) =>
  expect
    .poll(() =>
      page.evaluate(async (r) => {
        const claves = await (await caches.open('retorna-datos')).keys()
        return claves.some((k) => new URL(k.url).pathname.startsWith(r))
      }, ruta),
    )
    .toBe(true)

test('can be installed: manifest, icons of their size, and headers that let a new build be found', async ({
  page,
}) => {
  await page.goto('/login')
  const ruta = (await page.locator('link[rel=manifest]').getAttribute('href')) as string
  const res = await page.request.get(ruta)
  expect(res.headers()['content-type']).toContain('application/manifest+json')
  const manifiesto = await res.json()
  expect(manifiesto).toMatchObject({ name: 'Retorna', lang: 'es', start_url: '/', display: 'standalone' })
  expect(manifiesto.shortcuts.map((s: { url: string }) => s.url)).toEqual(['/', '/poc-status', '/PanelDisp'])
  const manzana = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const iconos = [...manifiesto.icons, { src: manzana, sizes: '180x180', type: 'image/png' }]
  expect(iconos.map((i) => i.purpose)).toContain('maskable')
  for (const { src, sizes, type } of iconos) {
    const icono = await page.request.get(src)
    expect(icono.headers()['content-type'], src).toContain(type)
    if (type !== 'image/png') continue
    const png = await icono.body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
  }
  const trabajador = await page.request.get('/sw.js')
  expect(trabajador.headers()).toMatchObject({ 'cache-control': 'no-cache' })
  expect(await trabajador.text()).not.toContain('/api/devices')
})

test('without network it opens, says so, and takes a registration that is sent once there is one', async ({
  page,
  context,
}) => {
  await instalada(page, '/PanelDisp', 'operario')
  const invocations = await page.evaluate(async () => {
    const guardadas = await Promise.all(
      (await caches.keys())
        .filter((k) => k.startsWith('retorna:'))
        .map(async (k) => (await (await caches.open(k)).keys()).map((r) => r.url)),
    )
    return guardadas.flat().filter((url) => new URL(url).pathname.startsWith('/api'))
  })
  expect(invocations).toEqual([])

  await context.setOffline(true)
  await page.goto('/PanelDisp')
  await expect(page.getByRole('heading', { name: 'Alta de dispositivo' })).toBeVisible()
  await expect(sinConnection(page)).toContainText(/Última actualización: \d\d:\d\d:\d\d/)
  await expect(page.getByRole('button', { name: /^Sin conexión, última actualización/ })).toBeVisible()

  const mac = `AC233F${randomBytes(3).toString('hex').toUpperCase()}`
  const apodo = `90002-${Math.floor(Math.random() * 1e9)}`
  await page.getByLabel('Apodo', { exact: true }).fill(apodo)
  await page.getByLabel('MAC o número de serie').fill(mac)
  await save(page).click()
  await expect(page.getByText('Sin conexión: el registro queda en este dispositivo')).toBeVisible()
  await page.reload()
  const pendientes = page.getByRole('region', { name: 'Registros pendientes de enviar' })
  await expect(pendientes).toContainText(apodo)
  await expectAccesible(page)

  await context.setOffline(false)
  await expect(pendientes).toBeHidden()
  await expect(sinConnection(page)).toBeHidden()
  const res = await page.request.get(`/api/device_details?mac=${mac}`)
  expect(await res.json()).toMatchObject({ Apodo: apodo })
})

test('without network what was seen last is there: clearly old and not to be changed; the next person sees nothing of it', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await instalada(page, '/poc-status', 'operario')
  const rows = page
    .getByRole('grid', { name: 'Inventario' })
    .locator('tbody tr')
    .or(page.getByRole('list', { name: 'Inventario' }).getByRole('listitem'))
  // Before the list comes, its skeleton has rows without text.
  await expect(rows.first()).toContainText(/[0-9A-F]+-\d+/)
  const apodo = /[0-9A-F]+-\d+/.exec((await rows.first().textContent()) ?? '')?.[0] ?? ''
  await page.goto(`/contenedor/${encodeURIComponent(apodo)}`)
  await expect(page.getByRole('heading', { level: 1, name: apodo })).toBeVisible()
  await expectGuardada(page, '/api/contenedores/')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Grupo de / }).first()).toBeVisible()
  await expectGuardada(page, '/api/mapa_celdas')
  const antiguo = page.getByText(/^Lo que ves es de las \d\d:\d\d:\d\d: puede haber cambiado/)

  await context.setOffline(true)
  // Live changes may have caused one more request of the map; it is cached or not before the page closes.
  for (const ruta of ['/api/device_poc_status', '/api/contenedores/', '/api/mapa_celdas'])
    await expectGuardada(page, ruta)
  await page.goto('/poc-status')
  await expect(antiguo).toBeVisible()
  await expect(rows.first()).toContainText(apodo)
  await expectAccesible(page)
  await expectSinDesborde(page)
  await rows.first().getByRole('switch').click()
  await expect(page.getByText('No hay conexión con el servidor.').first()).toBeVisible()
  await page.goto(`/contenedor/${encodeURIComponent(apodo)}`)
  await expect(page.getByRole('heading', { level: 1, name: apodo })).toBeVisible()
  await expect(antiguo).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Grupo de / }).first()).toBeVisible()
  // A request that was never answered has no cached answer.
  await page.goto('/poc-status?apodo=no-visto')
  await expect(page.getByRole('alert').getByText('No hay conexión con el servidor.')).toBeVisible()

  await context.setOffline(false)
  await page.goto('/poc-status')
  await expect(rows.first()).toBeVisible()
  await expect(antiguo).toBeHidden()
  await page.evaluate(() => fetch('/api/logout', { method: 'POST' }))
  await page.goto('/poc-status')
  await expect(page).toHaveURL(/\/login/)
  await enterAs(page, 'calidad')
  await page.goto('/Control')
  await context.setOffline(true)
  await page.goto('/poc-status')
  await expect(page.getByRole('alert').getByText('No hay conexión con el servidor.')).toBeVisible()
})

test('a new build is offered and waits; what is half written stays until somebody takes it', async ({
  browser,
  baseURL,
}) => {
  const puerta = await createPuertaConVersiones(baseURL as string)
  const contexto = await browser.newContext({ baseURL: puerta.url, serviceWorkers: 'allow' })
  const page = await contexto.newPage()
  try {
    await instalada(page, '/PanelDisp', 'planta4')
    const apodo = page.getByLabel('Apodo', { exact: true })
    await apodo.fill('90003-1')
    const franja = page.getByRole('status').filter({ hasText: 'Hay una versión nueva' })
    await expect(franja).toBeHidden()
    puerta.putOut()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(franja).toBeVisible()
    await expect(apodo).toHaveValue('90003-1')
    const cargada = page.waitForEvent('load')
    await franja.getByRole('button', { name: 'Actualizar' }).click()
    await cargada
    await expect(page.getByRole('heading', { name: 'Alta de dispositivo' })).toBeVisible()
    await expect(apodo).toHaveValue('')
    expect(await page.evaluate(async () => (await caches.keys()).filter((k) => k.includes(':')))).toEqual([
      'retorna:/assets/',
    ])
  } finally {
    await contexto.close()
    puerta.close()
  }
})
