import { expect, type Page } from '@playwright/test'
import type { Dispositivo } from '../contract/parque/dispositivos/dispositivos'
import type { DispositivoAntiguo } from '../contract/parque/dispositivos/inventario'
import { enterAs } from './enter'
import { test as base } from './prueba'

/** Asks the API for the data that the screen should show. */
export async function list(page: Page, query: Record<string, string> = {}) {
  const params = { page: '1', per_page: '1000', ...query }
  const res = await page.request.get('/api/device_poc_status', { params })
  return (await res.json()) as { data: Dispositivo[]; total: number }
}

export async function antiguos(page: Page, query: Record<string, string> = {}) {
  const params = { page: '1', per_page: '1000', ...query }
  return (await (await page.request.get('/api/devices', { params })).json()) as {
    data: DispositivoAntiguo[]
    total: number
  }
}

export async function read(page: Page, mac: string): Promise<Dispositivo> {
  const [d] = (await list(page, { dispositivo: mac })).data
  if (!d) throw new Error(`no device ${mac}`)
  return d
}

type Propio = { mac: string; apodo: string }

/** Devices of this test in company 1, never heard; their nicknames share a family that no other test uses. */
export async function register(page: Page, cuantos: number) {
  const familia = String(70_000 + Math.floor(Math.random() * 9_000_000))
  const propios: Propio[] = []
  for (let i = 1; i <= cuantos; i++) {
    const mac = `E2E${familia}X${i}`
    const apodo = `${familia}-${i}`
    const data = {
      mac_serie: mac,
      es_serie: true,
      tipo_dispositivo: 'SmartBle',
      apodo,
      estado: 'Activado',
      empresa: 1,
    }
    const res = await page.request.post('/api/update_device_details', { data })
    expect(res.ok(), await res.text()).toBe(true)
    propios.push({ mac, apodo })
  }
  return { familia, propios }
}

/** Deletes the devices that a test registered, so that other tests do not see them. */
async function withdraw(page: Page, familia: string) {
  await enterAs(page, 'admin')
  const ids = (await antiguos(page, { name: familia })).data.map((d) => d.id)
  if (ids.length) await page.request.post('/api/delete_devices', { data: { ids } })
}

export const rejilla = (page: Page) => page.getByRole('grid', { name: /^Inventario/ })
export const rows = (page: Page) => rejilla(page).locator('tbody tr[data-id]')
export const row = (page: Page, id: string | number) => rejilla(page).locator(`tbody tr[data-id="${id}"]`)
export const total = (page: Page) => page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
export const apodos = (page: Page) => rows(page).locator('td:nth-child(2) > span > button:first-child')

export async function open(page: Page, ruta = '/poc-status', who = 'admin') {
  await enterAs(page, who)
  await page.goto(ruta)
  await expect(rows(page).first()).toBeVisible()
}

export const de = (n: number) => new RegExp(` de ${n.toLocaleString('es')}$`)

/** Tests with devices of their own, which are deleted at the end of the test. */
export const test = base.extend<{ propios: (cuantos: number) => ReturnType<typeof register> }>({
  propios: async ({ page }, use) => {
    const familias: string[] = []
    await use(async (cuantos) => {
      await enterAs(page, 'admin')
      const r = await register(page, cuantos)
      familias.push(r.familia)
      return r
    })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const familia of familias) await withdraw(page, familia)
  },
})
