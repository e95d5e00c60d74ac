import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { apodo, mac, newApodo, newMac, open, registrado, save } from './registro'
import { expectToast } from './toasts'

const newSerie = () => `SN-${newMac().slice(-6)}`
const pregunta = (page: Page) => page.getByRole('alertdialog', { name: 'No es una MAC' })
const si = (page: Page) => pregunta(page).getByRole('button', { name: 'Sí, lo es' })

for (const width of [1440, 390])
  test(`at ${width} the registration asks about what is no MAC, and goes back to it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await open(page)
    const [serie, nombre] = [newSerie(), newApodo()]
    await apodo(page).fill(nombre)
    await mac(page).fill(serie.toLowerCase())
    await save(page).click()
    await expect(pregunta(page)).toContainText(`«${serie}» no es una MAC de 12 cifras hexadecimales.`)
    await expectSinDesborde(page)
    await expectAccesible(page)
    await pregunta(page).getByRole('button', { name: 'Cancelar' }).click()
    await expect(mac(page)).toBeFocused()
    expect(await registrado(page, serie)).toBeNull()
    await save(page).click()
    await si(page).click()
    await expect.poll(() => registrado(page, serie)).toMatchObject({ Apodo: nombre })
  })

test('what is neither MAC nor serial number is refused without a question', async ({ page }) => {
  await open(page)
  await apodo(page).fill(newApodo())
  await mac(page).fill('AC:23:3F:00')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'ni un número de serie (letras, cifras, guion y punto).',
  )
  await expect(mac(page)).toBeFocused()
  await expect(pregunta(page)).toHaveCount(0)
})

test('another tag with a serial number is asked about', async ({ page }) => {
  await enterAs(page, 'admin')
  const [nombre, serie, old] = [newApodo(), newSerie(), newMac()]
  const data = { mac_serie: old, tipo_dispositivo: 'SmartBle', apodo: nombre }
  await page.request.post('/api/update_device_details', { data })
  await page.goto(`/contenedor/${nombre}`)
  const etiqueta = page.getByRole('region', { name: 'Etiqueta', exact: true })
  await page.getByRole('button', { name: 'Cambiar etiqueta' }).click()
  const field = page.getByLabel('MAC de la etiqueta nueva')
  await field.fill(serie)
  await field.press('Enter')
  await expect(pregunta(page)).toContainText(serie)
  await expectAccesible(page)
  await pregunta(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(field).toBeFocused()
  expect(await registrado(page, serie)).toBeNull()
  await field.press('Enter')
  await si(page).click()
  await expectToast(page, 'Etiqueta cambiada')
  await expect(etiqueta).toContainText(serie)
})

for (const width of [1440, 390])
  test(`at ${width} a CSV with serial numbers comes in once somebody has said that they are`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await enterAs(page, 'admin')
    await page.goto('/poc-status')
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
    const dialogo = page.getByRole('dialog', { name: 'Importar dispositivos' })
    const series = [newSerie(), newSerie()]
    const lineas = [newMac(), ...series].map((m) => `${m};${newApodo()}`)
    await dialogo.locator('input[type=file]').setInputFiles({
      name: 'alta.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['mac_serie;apodo', ...lineas].join('\n')),
    })
    const casilla = dialogo.getByLabel('Lo que no es una MAC en 2 filas son números de serie')
    await expect(casilla).not.toBeChecked()
    await expectSinDesborde(page)
    await expectAccesible(page)
    await casilla.check()
    await dialogo.getByRole('button', { name: 'Importar 3 dispositivos' }).click()
    await expectToast(page, 'Dispositivos importados: 3 nuevos, 0 cambiados')
    for (const s of series) expect(await registrado(page, s)).not.toBeNull()
  })
