import { type Browser, expect, type Page } from '@playwright/test'
import { comoAdmin } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

/** A mac that no other test uses. */
const macOf = (root: string) => `${root}${Date.now().toString(16).slice(-8).toUpperCase()}`

const register = (browser: Browser, mac_serie: string, tipo_dispositivo: string, apodo: string) =>
  comoAdmin(browser, async (api) => {
    const r = await api.post('/api/update_device_details', {
      data: { mac_serie, tipo_dispositivo, apodo, estado: 'Activado' },
    })
    expect(r.status(), await r.text()).toBe(200)
  })

/** A function that sends as a reader, with its own credential. */
const issue = (browser: Browser, mac: string, puente: boolean) =>
  comoAdmin(browser, async (api) => {
    const r = await api.post(`/api/lectores/${mac}/credencial`, { data: { puente } })
    const { usuario, clave } = await r.json()
    const authorization = `Basic ${Buffer.from(`${usuario}:${clave}`).toString('base64')}`
    return async (page: Page, lecturas: object[]) => {
      const envio = { data: lecturas, headers: { authorization } }
      return (await page.request.post('/api/lecturas/retorna', envio)).json()
    }
  })

const erase = (browser: Browser, apodos: string[]) =>
  comoAdmin(browser, async (api) => {
    const { data } = await (await api.get('/api/devices')).json()
    const ids = data.filter((d: { Name: string }) => apodos.includes(d.Name)).map((d: { id: number }) => d.id)
    await api.post('/api/delete_devices', { data: { ids } })
  })

const visto = async (page: Page, apodo: string) =>
  (await (await page.request.get(`/api/device_poc_status?apodo=${apodo}`)).json()).data[0]

test('a message of a reader that nobody knew is read once the reader is registered', async ({
  page,
  browser,
}) => {
  const [puente, nuevo, tag] = [macOf('C3FB'), macOf('C3FC'), macOf('ACFC')]
  const apodo = `90015-${Date.now() % 1_000_000}`
  await register(browser, puente, 'Reader', `ZPUENTE-${puente}`)
  await register(browser, tag, 'SmartBle', apodo)
  const send = await issue(browser, puente, true)
  expect(await send(page, [{ mac: tag, lector: nuevo, rssi: -55 }])).toMatchObject({
    code: 'lector_desconocido',
  })
  await enterAs(page, 'admin')
  await page.goto('/admin/usuarios?pestana=lectores&vista=cuarentena&filas=100')
  const row = page
    .getByRole('grid', { name: 'Mensajes en cuarentena' })
    .locator('tbody tr[data-id]')
    .filter({ hasText: `ZPUENTE-${puente}` })
  const reprocess = async () => {
    await row.getByRole('button', { name: /^Acciones de/ }).click()
    await page.getByRole('menuitem', { name: 'Reprocesar' }).click()
  }
  await expect(row).toContainText(`El lector ${nuevo} no está registrado.`)
  await reprocess()
  await expectToast(page, 'El mensaje sigue sin poder leerse.')
  await expect(row).toHaveCount(1)
  expect((await visto(page, apodo)).UltimoRegistro).toBeNull()

  await register(browser, nuevo, 'Reader', `ZNUEVO-${nuevo}`)
  await reprocess()
  await expectToast(page, 'Mensaje leído: 1 lectura')
  await expect(row).toHaveCount(0)
  expect(await visto(page, apodo)).toMatchObject({ ApodoLector: `ZNUEVO-${nuevo}`, Dispositivo: tag })
  await erase(browser, [`ZPUENTE-${puente}`, `ZNUEVO-${nuevo}`, apodo])
})
