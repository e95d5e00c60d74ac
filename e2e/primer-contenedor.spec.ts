import { expect, type Page } from '@playwright/test'
import { connectAsync } from 'mqtt'
import { expectAccesible, expectSinDesborde } from './accesible'
import { startNew } from './instalacion-nueva'
import { test } from './prueba'
import { expectToast } from './toasts'

const CUENTA = { username: 'ane', nombre: 'Ane Agirre', clave: 'rodillo-verde-77' }
const LECTOR = 'C30000000001'
const TAG = 'AC233F000001'
const HERE = { lat: 41.65, lon: -0.88 }
const MAX_PASOS = 8

const hoja = (page: Page) => page.getByRole('dialog')
const valor = async (page: Page, nombre: string) =>
  (await hoja(page).getByLabel(nombre, { exact: true }).textContent()) ?? ''

test(`from an empty database to the first container on the map in ${MAX_PASOS} steps`, async ({ page }) => {
  test.setTimeout(240_000)
  const nueva = await startNew(CUENTA)
  let pasos = 0
  let credencial = { username: '', password: '' }
  /** The steps of a user before the screen shows the next step. */
  const step = (title: string, work: () => Promise<void>) => {
    pasos++
    return test.step(`${pasos}. ${title}`, work)
  }
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await step('log in', async () => {
      await page.goto(nueva.url)
      await page.getByLabel('Usuario').fill(CUENTA.username)
      await page.getByLabel('Contraseña', { exact: true }).fill(CUENTA.clave)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/Control$/)
    })
    await step('to the map, which is empty and says why', async () => {
      await page.getByRole('button', { name: 'Control de activo' }).click()
      await page.getByRole('tab', { name: /^Lista/ }).click()
      await expect(page.getByText('un contenedor está donde el lector que lo oye')).toBeVisible()
    })
    await step('add a reader', async () => {
      await page.getByRole('link', { name: 'Añadir un lector' }).click()
      await hoja(page)
        .getByLabel(/^MAC del lector/)
        .fill(LECTOR)
      await hoja(page)
        .getByLabel(/^Apodo/)
        .fill('Muelle 1')
      await hoja(page).getByRole('button', { name: 'Registrar el lector' }).click()
      await expect(hoja(page).getByText('Esperando el primer mensaje…')).toBeVisible()
    })
    await step('say where it hangs', async () => {
      await hoja(page).getByLabel('Latitud').fill(String(HERE.lat))
      await hoja(page).getByLabel('Longitud').fill(String(HERE.lon))
      await hoja(page).getByRole('button', { name: 'Guardar el sitio' }).click()
      await expectToast(page, 'Sitio del lector guardado')
    })
    await step('type into the reader what the sheet says, and it is heard', async () => {
      // By keyboard: a list that opens under the pointer takes the mouse-up of a slow click.
      await hoja(page).getByRole('combobox', { name: 'Fabricante' }).press('ArrowDown')
      await page.getByRole('option', { name: /^Minew/ }).click()
      await hoja(page).getByRole('button', { name: 'Emitir credencial' }).click()
      await expect(hoja(page).getByText('la clave no se vuelve a mostrar')).toBeVisible()
      await expectAccesible(page)
      await expectSinDesborde(page)
      credencial = { username: await valor(page, 'Usuario'), password: await valor(page, 'Clave') }
      const broker = await connectAsync(`mqtt://${await valor(page, 'Broker MQTT')}`, credencial)
      const timestamp = new Date().toISOString()
      const gateway = { timestamp, type: 'Gateway', mac: LECTOR }
      const lectura = { timestamp, type: 'Unknown', mac: TAG, rssi: -60, rawData: '0201060303AAFE' }
      await broker.publishAsync(await valor(page, 'Topic'), JSON.stringify([gateway, lectura]), { qos: 1 })
      await broker.endAsync()
      await expect(hoja(page).getByText(/^Oído /)).toBeVisible()
    })
    await step('what it hears is to be registered', async () => {
      await hoja(page).getByRole('link', { name: 'Registrar lo que oye (1)' }).click()
      await page.getByRole('link', { name: `Registrar ${TAG}` }).click()
      await expect(page).toHaveURL(/\/PanelDisp/)
    })
    await step('register it', async () => {
      await page.getByLabel('Apodo').fill('20014-1')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await expect(page.getByRole('region', { name: 'Registrados ahora' })).toContainText('20014-1')
      // The reader keeps sending.
      const r = await page.request.post(`${nueva.url}/api/lecturas/retorna`, {
        headers: {
          authorization: `Basic ${Buffer.from(`${credencial.username}:${credencial.password}`).toString('base64')}`,
        },
        data: { mac: TAG, rssi: -60 },
      })
      expect(r.status(), await r.text()).toBe(200)
    })
    await step('see it on the map', async () => {
      await page.getByRole('link', { name: 'Ver en el mapa' }).click()
      await page.getByRole('tab', { name: /^Lista/ }).click()
      const rows = page.getByRole('grid', { name: 'Dispositivos visibles' }).or(page.getByRole('list'))
      await expect(rows.getByText('20014-1').first()).toBeVisible()
    })
    expect(pasos).toBeLessThanOrEqual(MAX_PASOS)
  } finally {
    await nueva.stop()
  }
})
