import { randomBytes, randomInt } from 'node:crypto'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { GRUPOS } from '../contract/valores/dispositivos/ubicaciones'
import { expectAccesible, expectSinDesborde } from './accesible'
import { type Cuenta, comoAdmin, createCuenta, enter, removeCuenta } from './cuentas'
import { WIDTHS } from './muelle'
import { test } from './prueba'
import { newMac } from './registro'
import { expectToast } from './toasts'

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

const vistas = (page: Page) => page.getByRole('navigation', { name: 'Vistas de incidencias' })
const total = (page: Page) => page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
/** A row, or its card on a phone. */
const una = (page: Page, apodo: string) =>
  page.locator('tr[data-id], li[data-index]').filter({ hasText: apodo })
const quedan = (page: Page, ...apodos: string[]) =>
  expect
    .poll(async () => {
      const texts = await page.locator('tr[data-id], li[data-index]').allTextContents()
      return texts.map((t) => /\d{5}-\d/.exec(t)?.[0]).sort()
    })
    .toEqual([...apodos].sort())
const shutdown = (page: Page) => page.getByRole('alertdialog', { name: 'Confirmar cierre' })

async function choose(page: Page, nombre: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: nombre, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

for (const width of WIDTHS)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width: width, height: width < 900 ? 844 : 900 } })

    test('the count of open ones leads to them; filters live in the address; the ranking adds up', async ({
      page,
      browser,
    }) => {
      const { cuenta, lector, lugar, apodos, piezas } = await createPlanta(browser)
      await enter(page, cuenta.username)
      await page.goto('/incidencias')
      await vistas(page).getByRole('link', { name: '3 abiertas' }).click()
      await expect(page).toHaveURL(/\/incidencias\?ver=abiertas$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidencias abiertas')
      await expect(total(page)).toHaveText('1–3 de 3')
      await quedan(page, ...apodos)
      await expectAccesible(page)
      await expectSinDesborde(page)

      if (width < 900) await page.getByRole('button', { name: 'Más filtros' }).click()
      await choose(page, 'Pieza', `${piezas[0]} · Puerta delantera`)
      await expect(page).toHaveURL(new RegExp(`pieza=%22?${piezas[0]}|pieza=${piezas[0]}`))
      await quedan(page, apodos[0], apodos[1])
      await choose(page, 'Lector', lector)
      await choose(page, 'Ubicación', lugar)
      await choose(page, 'Daño', 'Sin daño')
      await quedan(page, apodos[0], apodos[1])
      await expectAccesible(page)
      await page.reload()
      await quedan(page, apodos[0], apodos[1])
      if (width < 900) await page.getByRole('button', { name: 'Más filtros (4)' }).click()
      await choose(page, 'Daño', 'Con daño')
      await expect(page.getByText('Ninguna incidencia pasa los filtros')).toBeVisible()
      await page.getByRole('button', { name: 'Limpiar Filtros' }).first().click()
      await quedan(page, ...apodos)

      await vistas(page).getByRole('link', { name: 'Ranking' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ranking de impactos')
      const lugares = page.getByRole('link', { name: `Ver los 3 impactos de ${lugar}` })
      await expect(lugares).toBeVisible()
      await expect(page.locator('tr[data-id], li[data-index]').filter({ hasText: lugar })).toContainText(
        '1.000,0 (pocas llegadas)',
      )
      await page.getByRole('button', { name: 'Lectores' }).click()
      await expectAccesible(page)
      await expectSinDesborde(page)
      await page.getByRole('link', { name: `Ver los 3 impactos de ${lector}` }).click()
      await expect(total(page)).toHaveText('1–3 de 3')
      expect(new URL(page.url()).searchParams.get('lector')).toBe(lector)
    })

    test('several are taken on, and closed at once with one note; the toasts say what happened', async ({
      page,
      browser,
    }) => {
      const { cuenta, otra, apodos } = await createPlanta(browser)
      await enter(page, cuenta.username)
      // A closed incident stays in the list until a refetch, which live changes may cause at any time.
      await page.route('**/api/live*', (r) => r.abort())
      await page.goto('/incidencias?ver=abiertas')
      const mark = (apodo: string) =>
        una(page, apodo)
          .getByRole('checkbox', { name: /^Seleccionar fila/ })
          .check()
      await mark(apodos[0])
      await mark(apodos[1])
      const elegidas = page.getByRole('region', { name: 'Incidencias elegidas' })
      await expect(elegidas).toContainText('2 elegidas')
      await expectAccesible(page)
      await choose(page, 'Las lleva', otra.nombre)
      await expectToast(page, `Las 2 incidencias las lleva ${otra.nombre}`)
      await expect(una(page, apodos[0])).toContainText(otra.nombre)
      await una(page, apodos[1])
        .getByRole('switch', { name: /^Daño en pieza/ })
        .click()
      await expectToast(page, 'Daño en pieza marcado. La incidencia sigue abierta.')

      await elegidas.getByRole('button', { name: 'Cerrar las incidencias' }).click()
      await expect(shutdown(page)).toContainText('¿Estás seguro de que quieres cerrar estas 2 incidencias?')
      for (const apodo of [apodos[0], apodos[1]])
        await expect(shutdown(page).getByRole('listitem').filter({ hasText: apodo })).toContainText(
          new RegExp(
            `\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d:\\d\\d.*Golpe real: no · Daño en pieza: ${apodo === apodos[1] ? 'sí' : 'no'}`,
          ),
        )
      await expectAccesible(page, '[role=alertdialog]')
      await shutdown(page).getByLabel('Nota para todas (opcional)').fill('Revisadas en la prensa')
      // Read again, as it is each minute, the list of open ones would lose the rows; how many are open is another call.
      await page.route('**/api/get_incidencias?*', () => {})
      await shutdown(page).getByRole('button', { name: 'Confirmar' }).click()
      await expectToast(page, '2 incidencias cerradas')
      await expect(vistas(page).getByRole('link', { name: '1 abierta' })).toBeVisible()
      await expect(elegidas).toBeHidden()
      await expect(una(page, apodos[0])).toContainText('Revisadas en la prensa')
      await page.unroute('**/api/get_incidencias?*')
      await page.reload()
      await quedan(page, apodos[2])
    })

    test('one is taken on, noted and closed from its details', async ({ page, browser }) => {
      const { cuenta, apodos } = await createPlanta(browser)
      await enter(page, cuenta.username)
      await page.goto('/incidencias?ver=abiertas')
      await una(page, apodos[0])
        .getByRole('button', { name: /^Detalles de/ })
        .click()
      await choose(page, 'La lleva', `${cuenta.nombre} (yo)`)
      await expectToast(page, 'La incidencia la llevas tú')
      await page.getByLabel('Nota', { exact: true }).fill('Golpe con la carretilla')
      await page.getByRole('button', { name: 'Guardar nota' }).click()
      await expectToast(page, 'Nota guardada')
      const notas = page.getByRole('list', { name: 'Notas' })
      await expect(notas).toContainText(`Golpe con la carretilla${cuenta.nombre}, `)
      await expectAccesible(page, '[role=dialog]')
      await page
        .getByRole('button', { name: /^Abierta: / })
        .last()
        .click()
      await expect(shutdown(page).getByRole('listitem')).toContainText(apodos[0])
      await shutdown(page).getByLabel('Nota (opcional)').fill('Sin daño')
      await shutdown(page).getByRole('button', { name: 'Confirmar' }).click()
      await expectToast(page, 'Incidencia cerrada')
      await expect(notas.getByRole('listitem')).toHaveCount(2)
      await expect(notas.getByRole('listitem').first()).toContainText('Sin daño')
      await page.keyboard.press('Escape')
      await page.goto('/incidencias?mias=si')
      await quedan(page, apodos[0])
    })
  })

test('the nickname stays in sight while the accelerations scroll', async ({ page, browser }) => {
  const { cuenta, apodos } = await createPlanta(browser)
  await page.setViewportSize({ width: 1000, height: 800 })
  await enter(page, cuenta.username)
  await page.goto('/incidencias?aceleraciones=si')
  const chip = una(page, apodos[0]).getByRole('button', { name: apodos[0], exact: true })
  await expect(chip).toBeInViewport()
  await page.locator('table').evaluate((t) => {
    const caja = t.parentElement as HTMLElement
    caja.scrollLeft = caja.scrollWidth
  })
  await expect(page.getByRole('columnheader', { name: 'AccelZMin' })).toBeInViewport()
  await expect(chip).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('columnheader', { name: 'Apodo Dispositivo' })).toBeInViewport({ ratio: 1 })
  // The background does not shine through.
  const arriba = await chip.evaluate((b) => {
    const { left, top, height } = b.getBoundingClientRect()
    const encima = document.elementFromPoint(left + 2, top + height / 2)
    return encima?.closest('td')?.className
  })
  expect(arriba).toBe('anclada')
})
