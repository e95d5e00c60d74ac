import { expect, type Page } from '@playwright/test'
import { expectAccesible } from './accesible'
import { test } from './prueba'
import { apodo, mac, newApodo, newMac, open, registrado, save } from './registro'
import { expectToast } from './toasts'

// The network state belongs to a process, not to a page.
test.use({ propio: true })

const espera = (page: Page) => page.getByRole('region', { name: 'Registros pendientes de enviar' })
/** Register a device offline. */
async function registerSinRed(page: Page, a = newApodo()): Promise<{ m: string; a: string }> {
  const m = newMac()
  await apodo(page).fill(a)
  await mac(page).fill(m)
  await page.context().setOffline(true)
  await save(page).click()
  await expect(page.getByText('Sin conexión: el registro queda en este dispositivo')).toBeVisible()
  await expect(espera(page)).toContainText(a)
  return { m, a }
}
/** Counts the registration requests from now on. */
function countEnvios(page: Page): () => number {
  let enviados = 0
  page.on('request', (r) => {
    if (r.url().endsWith('/api/update_device_details')) enviados++
  })
  return () => enviados
}

test('without network it waits on the device, in sight, and is sent once', async ({ page, context }) => {
  await open(page)
  const { m, a } = await registerSinRed(page)
  const envios = countEnvios(page)
  await context.setOffline(false)
  await expectToast(page, 'Registro pendiente enviado')
  await expect(espera(page)).toBeHidden()
  expect(await registrado(page, m)).toMatchObject({ Apodo: a })
  expect(envios()).toBe(1)
})

test('what waits is of who registered it: nobody else with this device sees it or sends it', async ({
  page,
  context,
}) => {
  await open(page)
  const { m, a } = await registerSinRed(page)
  // The next user opens a new page; until then the server is unreachable, for the first user's page too.
  await page.route('**/api/update_device_details', (r) => r.abort())
  await context.setOffline(false)
  await open(page, '/PanelDisp', 'planta4')
  await page.unroute('**/api/update_device_details')
  const envios = countEnvios(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForTimeout(1_000)
  await expect(espera(page)).toBeHidden()
  expect(await page.evaluate((k) => localStorage.getItem(k), 'retorna.registro.pendientes')).toContain(a)
  expect(envios()).toBe(0)
  const sent = page.getByText('Registro pendiente enviado').waitFor()
  await open(page)
  await sent
  expect(envios()).toBe(1)
  expect(await registrado(page, m)).toMatchObject({ Apodo: a })
})

test('what waits shows on every screen, leads to its own, and is sent once from any of them', async ({
  page,
  context,
}) => {
  await open(page)
  const { m, a } = await registerSinRed(page)
  const link = page.getByRole('link', { name: '1 registro pendiente' })
  await expect(link).toBeHidden()
  const envios = countEnvios(page)
  // The server is unreachable, although the device has a network.
  await page.route('**/api/update_device_details', (r) => r.abort())
  await context.setOffline(false)
  await page.goto('/perfil')
  await expect(link).toBeVisible()
  await expectAccesible(page)
  await link.click()
  await expect(espera(page)).toContainText(a)
  const fallido = page.waitForEvent('requestfailed', (r) => r.url().endsWith('/api/update_device_details'))
  await page.goto('/perfil')
  await expect(link).toBeVisible()
  await fallido
  const before = envios()
  await page.unroute('**/api/update_device_details')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectToast(page, 'Registro pendiente enviado')
  await expect(link).toBeHidden()
  expect(envios() - before).toBe(1)
  expect(await registrado(page, m)).toMatchObject({ Apodo: a })
})

test('what the server refuses later stays, with its reason, until somebody corrects it', async ({
  page,
  context,
}) => {
  await open(page)
  const tomado = newApodo()
  await page.request.post('/api/update_device_details', {
    data: { mac_serie: newMac(), tipo_dispositivo: 'SmartBle', apodo: tomado },
  })
  const { m } = await registerSinRed(page, tomado)
  await context.setOffline(false)
  const list = espera(page)
  await expect(list).toContainText('ya lo tiene otro dispositivo')
  await list.getByRole('button', { name: 'Corregir' }).click()
  await expect(list).toBeHidden()
  await expect(mac(page)).toHaveValue(m)
  await expect(apodo(page)).toHaveValue(tomado)
})
