import { expect } from '@playwright/test'
import { comoAdmin } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'

/** A container of this test that one reader has just heard; returns its nickname. */
async function hearOne(browser: Parameters<typeof comoAdmin>[0]): Promise<{ apodo: string; lector: string }> {
  const n = Date.now().toString(16).slice(-7).toUpperCase()
  const [mac, gw, lector] = [`AC240${n}`, `C3240${n}`, `LEC-${n}`]
  const apodo = `${70_000 + Math.floor(Math.random() * 9_000_000)}-1`
  await comoAdmin(browser, async (api) => {
    for (const [mac_serie, tipo_dispositivo, nombre] of [
      [gw, 'Reader', lector],
      [mac, 'SmartBle', apodo],
    ]) {
      const data = { mac_serie, tipo_dispositivo, apodo: nombre, estado: 'Activado', empresa: 1 }
      const r = await api.post('/api/update_device_details', { data })
      expect(r.status(), await r.text()).toBe(200)
    }
    const { usuario, clave } = await (await api.post(`/api/lectores/${gw}/credencial`, { data: {} })).json()
    const r = await api.post('/api/lecturas/retorna', {
      data: [{ mac, rssi: -52, bateria: 80 }],
      headers: { authorization: `Basic ${Buffer.from(`${usuario}:${clave}`).toString('base64')}` },
    })
    expect(await r.json()).toMatchObject({ aceptadas: 1 })
  })
  return { apodo, lector }
}

test('the file of a container says why it is told to be there, and how sure that is', async ({
  page,
  browser,
}) => {
  const { apodo, lector } = await hearOne(browser)
  await enterAs(page, 'operario')
  await page.goto(`/contenedor/${apodo}`)
  const porQue = page.getByRole('region', { name: '¿Por qué está aquí?' })
  await expect(porQue.locator('summary')).toContainText(`junto a ${lector}`)
  await expect(porQue.getByText('Lo que oyen los lectores cambió.')).toContainText(/un \d+ %/)
  await expect(porQue.getByRole('row', { name: new RegExp(`^${lector} `) })).toContainText('1 de 1 anuncio')
  await expect(porQue.getByRole('link', { name: lector })).toHaveAttribute(
    'href',
    new RegExp(`/NewData\\?.*apodoLector=${lector}`),
  )
  await expect(porQue.getByText('Quién lo tuvo en la mano')).toBeVisible()
  await expect(porQue.getByText(/lo dio de alta/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ahora' })).toContainText(/\d+ % seguro/)
  await porQue.locator('summary').first().click()
  await expect(porQue.getByText('Lo que oyen los lectores cambió.')).toBeHidden()
})
