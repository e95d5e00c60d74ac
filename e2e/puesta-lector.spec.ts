import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { comoAdmin } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const macOf = (root: string) => `${root}${Date.now().toString(16).slice(-8).toUpperCase()}`
const hoja = (page: Page) => page.getByRole('dialog')
async function choose(page: Page, de: Locator, nombre: string) {
  await de.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: nombre }).click()
}
const valor = async (page: Page, nombre: string) =>
  (await hoja(page).getByLabel(nombre, { exact: true }).textContent()) ?? ''

for (const size of WIDTHS)
  test(`a reader is put to work in one sheet, ${size.width} px wide: what it is, where, how it sends, and that it does`, async ({
    page,
    browser,
  }) => {
    // A map, two axe checks, and a message of its own.
    test.slow()
    const mac = macOf(size.width > 1000 ? 'C3E1' : 'C3E2')
    await page.setViewportSize(size)
    await enterAs(page, 'admin')
    await page.goto('/admin/usuarios?pestana=lectores')
    await page.getByRole('button', { name: 'Añadir', exact: true }).click()
    await expect(page).toHaveURL(/lector=nuevo/)
    await hoja(page)
      .getByLabel(/^MAC del lector/)
      .fill(mac)
    await hoja(page)
      .getByLabel(/^Apodo/)
      .fill(`ZPL-${mac}`)
    await hoja(page).getByRole('button', { name: 'Registrar el lector' }).click()
    await expect(page).toHaveURL(new RegExp(`lector=${mac}`))
    await expect(hoja(page).getByText('Esperando el primer mensaje…')).toBeVisible()

    // By keyboard: a list that opens under the pointer takes the mouse-up of a slow click.
    await hoja(page).getByRole('combobox', { name: 'Ubicación' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Almacén Lleno', exact: true }).click()
    const enPlano = hoja(page).getByRole('group', { name: 'Ubicación en el plano' })
    await expect(enPlano.getByRole('button', { name: 'Almacén Lleno', pressed: true })).toBeVisible()
    await enPlano.getByRole('button', { name: 'Carga Vacíos' }).click()
    await expect(hoja(page).getByRole('combobox', { name: 'Ubicación' })).toHaveText('Carga Vacíos')
    await hoja(page).getByRole('button', { name: 'Poner en el centro del mapa' }).click()
    await expect(hoja(page).getByLabel('Latitud')).toHaveValue(/^\d+\.\d{6}$/)
    await hoja(page).getByRole('button', { name: 'Guardar el sitio' }).click()
    await expectToast(page, 'Sitio del lector guardado')

    await hoja(page).getByRole('combobox', { name: 'Fabricante' }).press('ArrowDown')
    await page.getByRole('option', { name: /^Minew/ }).click()
    expect(await valor(page, 'Topic')).toBe(`/gw/${mac}/status`)
    expect(await valor(page, 'Broker MQTT')).toMatch(/^[\w.-]+:\d+$/)
    expect(await valor(page, 'Dirección HTTP')).toMatch(/^https?:\/\/.+\/api\/lecturas\/minew$/)
    await hoja(page).getByRole('button', { name: 'Emitir credencial' }).click()
    await expect(hoja(page).getByText('la clave no se vuelve a mostrar')).toBeVisible()
    await expectAccesible(page)
    await expectSinDesborde(page)

    // The test types the values that the sheet shows.
    const curl = await valor(page, 'Prueba con curl')
    const [, who = '', body = '', url = ''] = /-u '([^']+)' .* -d '([^']+)' (\S+)$/.exec(curl) ?? []
    const r = await page.request.post(new URL(new URL(url).pathname, page.url()).href, {
      headers: {
        authorization: `Basic ${Buffer.from(who).toString('base64')}`,
        'content-type': 'application/json',
      },
      data: body,
    })
    expect(r.status(), await r.text()).toBe(200)
    await expect(hoja(page).getByText(/^Oído /)).toBeVisible()
    await page.goBack()
    await page.goForward()
    await expect(hoja(page).getByText(/^Oído /)).toBeVisible()
    await hoja(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(hoja(page)).toBeHidden()
    await comoAdmin(browser, async (api) => {
      const { data } = await (await api.get('/api/devices')).json()
      const ids = data
        .filter((d: { Name: string }) => d.Name === `ZPL-${mac}`)
        .map((d: { id: number }) => d.id)
      await api.post('/api/delete_devices', { data: { ids } })
    })
  })

test('several that readers hear are registered at once, after a look at what comes of it', async ({
  page,
  browser,
}) => {
  const macs = ['AC2D', 'AC2E'].map(macOf)
  const familia = `7${Date.now() % 10_000}`
  const now = new Date().toISOString()
  const row = (mac: string, ApodoLector: string) => ({
    mac,
    primera: now,
    ultima: now,
    veces: 3,
    ApodoLector,
    rssi: -70,
    aleatoria: false,
  })
  await page.route('**/api/vistos_sin_registrar*', (r) =>
    r.fulfill({ json: [...macs.map((m) => row(m, 'LEC-101')), row('AC23D0999999', 'LEC-102')] }),
  )
  await enterAs(page, 'admin')
  await page.goto('/admin/usuarios?pestana=lectores&vista=vistos')
  await expect(page.getByRole('button', { name: /^Vistos sin registrar\s*3$/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Visto por' }).click()
  await page.getByRole('option', { name: 'LEC-101' }).click()
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }).check()
  await page.getByRole('button', { name: 'Registrar 2' }).click()
  await hoja(page).getByLabel('Familia').fill(familia)
  await hoja(page).getByRole('button', { name: 'Comprobar' }).click()
  await expect(hoja(page).getByText(`${familia}-002`)).toBeVisible()
  await hoja(page).getByRole('button', { name: 'Importar 2 dispositivos' }).click()
  await expectToast(page, 'Dispositivos importados: 2 nuevos, 0 cambiados')
  await comoAdmin(browser, async (api) => {
    const { data } = await (await api.get('/api/devices')).json()
    const nuevos = data.filter((d: { Name: string }) => d.Name.startsWith(`${familia}-`))
    expect(nuevos.map((d: { Name: string }) => d.Name).sort()).toEqual([`${familia}-001`, `${familia}-002`])
    await api.post('/api/delete_devices', { data: { ids: nuevos.map((d: { id: number }) => d.id) } })
  })
})

test('a credential is issued and shown once, and revoked', async ({ page, browser }) => {
  const mac = macOf('C3FE')
  await comoAdmin(browser, (api) =>
    api.post('/api/update_device_details', {
      data: { mac_serie: mac, tipo_dispositivo: 'Reader', apodo: `ZLEC-${mac}`, lat: 42.8, lon: -2.6 },
    }),
  )
  await enterAs(page, 'admin')
  await page.goto('/admin/usuarios?pestana=lectores&filas=100')
  const lector = page.getByRole('grid', { name: 'Lectores', exact: true }).locator(`tr[data-id="${mac}"]`)
  await expect(lector).toContainText('Sin credencial')
  await expect(
    page
      .getByTitle('En el último minuto')
      .filter({ hasText: /^[1-9]/ })
      .first(),
  ).toBeVisible()
  await choose(page, lector, 'Configurar')
  await hoja(page)
    .getByRole('switch', { name: /^Puente/ })
    .click()
  await hoja(page).getByRole('button', { name: 'Emitir credencial' }).click()
  await expect(hoja(page).getByLabel('Usuario', { exact: true })).toHaveText(`lector-${mac.toLowerCase()}`)
  const clave = (await hoja(page).getByLabel('Clave', { exact: true }).textContent()) ?? ''
  const send = () =>
    page.request.post('/api/lecturas/retorna', {
      data: [],
      headers: {
        authorization: `Basic ${Buffer.from(`lector-${mac.toLowerCase()}:${clave}`).toString('base64')}`,
      },
    })
  expect((await send()).status()).not.toBe(401)
  await hoja(page).getByRole('button', { name: 'Cerrar' }).click()
  await expect(lector).toContainText('Emitida, puente')
  await choose(page, lector, 'Revocar credencial')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
  await expect(lector).toContainText('Sin credencial')
  expect((await send()).status()).toBe(401)
  await comoAdmin(browser, async (api) => {
    const { data } = await (await api.get('/api/devices')).json()
    const ids = data.filter((d: { Name: string }) => d.Name.includes(mac)).map((d: { id: number }) => d.id)
    await api.post('/api/delete_devices', { data: { ids } })
  })
})
