import { expect, type Page } from '@playwright/test'
import { comoAdmin } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const macOf = (root: string) => `${root}${Date.now().toString(16).slice(-8).toUpperCase()}`
const hoja = (page: Page) => page.getByRole('dialog')
const valor = async (page: Page, nombre: string) =>
  (await hoja(page).getByLabel(nombre, { exact: true }).textContent()) ?? ''

test('a reader is put to work in one sheet: what it is, where, how it sends, and that it does', async ({
  page,
  browser,
}) => {
  const mac = macOf('C3E2')
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, 'admin')
  await page.goto('/admin/usuarios?pestana=lectores&en_empresa=1')
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
    const ids = data.filter((d: { Name: string }) => d.Name === `ZPL-${mac}`).map((d: { id: number }) => d.id)
    await api.post('/api/delete_devices', { data: { ids } })
  })
})
