import { randomBytes, randomInt } from 'node:crypto'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { GRUPOS } from '../contract/parque/ubicaciones/values'
import { type Cuenta, comoAdmin, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'
import { newMac } from './registro'

const EMPRESA = 'Prensas de prueba'
type Planta = {
  cuenta: Cuenta
  otra: Cuenta
  lector: string
  lugar: string
  apodos: [string, string, string]
  piezas: string[]
}

async function send(api: APIRequestContext, ruta: string, data: object) {
  const r = await api.post(ruta, { data })
  expect(r.ok(), `${ruta}: ${await r.text()}`).toBe(true)
  return r.json()
}

/** The company of these tests, which has no open incidents. */
async function findEmpresa(api: APIRequestContext): Promise<number> {
  const all: { id: number; nombre: string }[] = await (await api.get('/api/empresas')).json()
  const previa = all.find((e) => e.nombre === EMPRESA)?.id
  if (previa !== undefined) {
    const r = await api.get(`/api/get_incidencias?siempre=true&estado=abierta&empresa=${previa}`)
    const abiertas: { id: number }[] = await r.json()
    if (abiertas.length) await send(api, '/api/incidencias/cerrar', { ids: abiertas.map((i) => i.id) })
    return previa
  }
  const id = Math.max(...all.map((e) => e.id)) + 1
  await send(api, '/api/empresas', { id, nombre: EMPRESA })
  return id
}

/** A place with a reader of this test only, and three containers of two parts with an impact heard by it. */
async function createPlanta(browser: Browser): Promise<Planta> {
  const familia = randomInt(40_000, 99_999)
  const piezas = [`${familia}`, `${familia + 1}`]
  const apodos: Planta['apodos'] = [`${familia}-1`, `${familia}-2`, `${familia + 1}-1`]
  const mac = `C3${randomBytes(5).toString('hex').toUpperCase()}`
  const [lector, lugar] = [`LEC-${mac.slice(-6)}`, `Prensa ${mac.slice(-6)}`]
  const empresa = await comoAdmin(browser, async (api) => {
    const empresa = await findEmpresa(api)
    const { version } = await (await api.get(`/api/ubicaciones?empresa=${empresa}`)).json()
    await send(api, '/api/ubicaciones', {
      empresa,
      version,
      nombre: lugar,
      grupo: GRUPOS[0],
      nodo_x: null,
      nodo_y: null,
    })
    const register = (mac_serie: string, tipo_dispositivo: string, apodo: string) =>
      send(api, '/api/update_device_details', { mac_serie, tipo_dispositivo, apodo, empresa })
    await register(mac, 'Reader', lector)
    await send(api, '/api/dispositivos_lote', { macs: [mac], ubicacion: lugar })
    const csv = `codigo,descripcion,total\n${piezas[0]},Puerta delantera,2\n`
    const r = await api.post(`/api/logistica/importar?empresa=${empresa}`, {
      multipart: { archivo: { name: 'lt.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) } },
    })
    expect(r.ok(), await r.text()).toBe(true)
    const { usuario, clave } = await send(api, `/api/lectores/${mac}/credencial`, {})
    const authorization = `Basic ${Buffer.from(`${usuario}:${clave}`).toString('base64')}`
    for (const apodo of apodos) {
      const tag = newMac()
      await register(tag, 'SmartBle', apodo)
      for (const aceleracion of [
        [0, 0, 1],
        [-3.1, 0.4, 1.1],
      ]) {
        const hecho = await api.post('/api/lecturas/retorna', {
          data: { mac: tag, rssi: -50, aceleracion },
          headers: { authorization },
        })
        expect(hecho.ok(), await hecho.text()).toBe(true)
      }
    }
    return empresa
  })
  const cuentas = [
    await createCuenta(browser, { empresa }),
    await createCuenta(browser, { empresa }),
  ] as const
  suyas.push(...cuentas)
  const [cuenta, otra] = cuentas
  return { cuenta, otra, lector, lugar, apodos, piezas }
}

const suyas: Cuenta[] = []
test.afterEach(async ({ browser }) => {
  for (const { id } of suyas.splice(0)) await removeCuenta(browser, id)
})

const una = (page: Page, apodo: string) => page.locator('tr[data-id]').filter({ hasText: apodo })
const quedan = (page: Page, ...apodos: string[]) =>
  expect
    .poll(async () => {
      const texts = await page.locator('tr[data-id]').allTextContents()
      return texts.map((t) => /\d{5}-\d/.exec(t)?.[0]).sort()
    })
    .toEqual([...apodos].sort())

async function choose(page: Page, nombre: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: nombre, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

test('the count of open ones leads to them; the ranking adds up; all are taken on and closed with one note', async ({
  page,
  browser,
}) => {
  const { cuenta, otra, lector, lugar, apodos, piezas } = await createPlanta(browser)
  await enter(page, cuenta.username)
  // A closed incident stays in the list until a refetch, which live changes may cause at any time.
  await page.route('**/api/live*', (r) => r.abort())
  await page.goto('/incidencias')
  await page
    .getByRole('navigation', { name: 'Vistas de incidencias' })
    .getByRole('link', { name: '3 abiertas' })
    .click()
  await quedan(page, ...apodos)
  await choose(page, 'Pieza', `${piezas[0]} · Puerta delantera`)
  await choose(page, 'Lector', lector)
  await choose(page, 'Ubicación', lugar)
  await quedan(page, apodos[0], apodos[1])
  await page.getByRole('button', { name: 'Limpiar Filtros' }).first().click()
  await quedan(page, ...apodos)

  await page.getByRole('link', { name: 'Ranking' }).click()
  await expect(page.locator('tr[data-id]').filter({ hasText: lugar })).toContainText(
    '1.000,0 (pocas llegadas)',
  )
  await page.getByRole('link', { name: `Ver los 3 impactos de ${lugar}` }).click()
  await quedan(page, ...apodos)

  await page.goto('/incidencias?ver=abiertas')
  for (const apodo of apodos.slice(0, 2))
    await una(page, apodo)
      .getByRole('checkbox', { name: /^Seleccionar fila/ })
      .check()
  await choose(page, 'Las lleva', otra.nombre)
  await expect(una(page, apodos[0])).toContainText(otra.nombre)
  await page.getByRole('button', { name: 'Cerrar las incidencias' }).click()
  const asks = page.getByRole('alertdialog', { name: 'Confirmar cierre' })
  await asks.getByLabel('Nota para todas (opcional)').fill('Revisadas en la prensa')
  await asks.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('link', { name: '1 abierta' })).toBeVisible()
  await page.reload()
  await quedan(page, apodos[2])
  await page.goto(`/incidencias?buscar=${apodos[0]}`)
  await una(page, apodos[0])
    .getByRole('button', { name: /^Detalles de/ })
    .click()
  await expect(page.getByRole('list', { name: 'Notas' })).toContainText('Revisadas en la prensa')
})
