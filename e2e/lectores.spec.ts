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

test('a reader whose clock is hours wrong says by how much, and what it hears is of now', async ({
  page,
  browser,
}) => {
  const [mac, tag] = [macOf('C3FD'), macOf('ACFD')]
  const [lector, apodo] = [`ZRELOJ-${mac}`, `90014-${Date.now() % 1_000_000}`]
  await register(browser, mac, 'Reader', lector)
  await register(browser, tag, 'SmartBle', apodo)
  const send = await issue(browser, mac, false)
  await enterAs(page, 'admin')
  const row = page.getByRole('grid', { name: 'Lectores', exact: true }).locator(`tr[data-id="${mac}"]`)
  const open = () => page.goto('/admin/usuarios?pestana=lectores&filas=100')

  const tiempo = new Date(Date.now() - 3 * 3_600_000).toISOString()
  expect(
    await send(page, [
      { lector: mac, tiempo },
      { mac: tag, rssi: -60, tiempo },
    ]),
  ).toMatchObject({
    aceptadas: 1,
  })
  await open()
  await expect(row.getByTitle('Sus horas no se tienen en cuenta')).toHaveText('−3 h')
  const { UltimoRegistro, ApodoLector } = await visto(page, apodo)
  expect(ApodoLector).toBe(lector)
  expect(Math.abs(Date.now() - Date.parse(UltimoRegistro))).toBeLessThan(60_000)

  await send(page, [{ lector: mac, tiempo: new Date().toISOString() }])
  await open()
  await expect(row.getByText(/^[+−]?\d s$/)).toBeVisible()
  await expect(row.getByTitle('Sus horas no se tienen en cuenta')).toHaveCount(0)
  await erase(browser, [lector, apodo])
})

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
