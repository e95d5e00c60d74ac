import { expect, type Page } from '@playwright/test'
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
