import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { FichaContenedor } from '../contract/dispositivos/contenedores'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { writeDay } from './fecha'
import { test } from './prueba'
import { expectToast } from './toasts'

const ESTANCIAS = 5

const estancia = (
  Ubicacion: string,
  day: [desde: string, hasta: string],
  mas: Partial<FichaContenedor['estancias'][number]> = {},
) => ({
  Ubicacion,
  Lugar: Ubicacion,
  Situacion: null,
  Certeza: null,
  ApodoLector: 'LEC-101',
  lectores: ['LEC-101'],
  desde: `2026-11-${day[0]}:00+01:00`,
  hasta: `2026-11-${day[1]}:00+01:00`,
  silencio: false,
  Etapa: null,
  minutos_abiertos: null,
  Lat: null,
  Lon: null,
  ...mas,
})

/** A container with past stays, whose last days do not change while the simulator runs. */
async function open(
  page: Page,
  usuario = 'operario',
  cambio: Partial<FichaContenedor> = {},
): Promise<{ apodo: string; ficha: FichaContenedor }> {
  await enterAs(page, usuario)
  const { data } = await (
    await page.request.get(
      '/api/device_poc_status?page=1&per_page=50&posible_estado=Ubicado&tipo=SmartBle&familia=20014',
    )
  ).json()
  for (const { Apodo: apodo } of data) {
    const res = await page.request.get(`/api/contenedores/${apodo}`)
    const ficha: FichaContenedor = { ...(await res.json()), ...cambio }
    if (ficha.estancias.length < ESTANCIAS) continue
    let first: string | undefined
    await page.route(`**/api/contenedores/${apodo}?*`, (r) => {
      const url = r.request().url()
      first ??= url
      return url === first ? r.fulfill({ json: ficha }) : r.fallback()
    })
    await page.goto(`/contenedor/${apodo}`)
    await expect(page.getByRole('heading', { name: apodo })).toBeVisible()
    // The heading stands before the file is asked for; its first request must be of this address.
    await expect(page.getByRole('region', { name: 'Ahora' })).toBeVisible()
    return { apodo, ficha }
  }
  throw new Error('no container has moved')
}

test('tells the state now, the stays, the curves and the tag', { tag: '@main' }, async ({ page }) => {
  const { ficha } = await open(page)
  await expect(page.getByRole('region', { name: 'Ahora' })).toContainText(
    ficha.dispositivo.ApodoLector as string,
  )
  const estancias = page.getByRole('list', { name: 'Estancias' }).getByRole('listitem')
  expect(await estancias.count()).toBeGreaterThanOrEqual(3)
  await expect(estancias.first()).toContainText('sigue')
  await expect(page.getByRole('region', { name: 'Etiqueta' })).toContainText(ficha.dispositivo.Dispositivo)
  await expect(page.getByRole('img', { name: 'Gráfico: Batería y temperatura' }).locator('svg')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar etiqueta' })).toBeVisible()
})

test('the way plays, and its moment lives in the address', async ({ page }) => {
  // It plays for longer than the test may take to stop it.
  const { ficha } = await open(page, 'operario', {
    estancias: Array.from({ length: 144 }, (_, i) => {
      const t = `${String(1 + Math.floor(i / 24)).padStart(2, '0')}T${String(i % 24).padStart(2, '0')}`
      return estancia(i % 2 ? 'En Consumo' : 'Almacén Lleno', [`${t}:00`, `${t}:30`])
    }).reverse(),
  })
  const moment = page.getByRole('slider', { name: 'Momento del recorrido' })
  await expect(moment).toHaveValue(String(ficha.estancias.length))
  await moment.focus()
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/paso=1/)
  await expect(page.getByText(new RegExp(`· 1 de ${ficha.estancias.length}`))).toBeVisible()
  await page.getByRole('button', { name: 'Reproducir el recorrido' }).click()
  await expect(page).toHaveURL(/paso=([2-9]|\d\d+)/)
  await page.getByRole('button', { name: 'Detener el recorrido' }).click()
})

test('days live in the address; days without anything say so', async ({ page }) => {
  const { apodo } = await open(page)
  await page.goto(`/contenedor/${apodo}?desde=2020-01-01&hasta=2020-01-02`)
  for (const text of ['Sin recorrido', 'Sin estancias', 'Sin lecturas', 'Sin impactos'])
    await expect(page.getByText(new RegExp(`${text} en este periodo`))).toBeVisible()
})

test('no impacts are good news only where they are measured', async ({ page }) => {
  await enterAs(page, 'admin')
  const apodo = `90004-${Math.floor(Math.random() * 1e9)}`
  const mac_serie = `AC233F${randomBytes(3).toString('hex').toUpperCase()}`
  await page.request.post('/api/update_device_details', {
    data: { mac_serie, tipo_dispositivo: 'SmartBle', apodo },
  })
  await page.goto(`/contenedor/${apodo}`)
  const impactos = page.getByRole('region', { name: 'Impactos', exact: true })
  await expect(impactos).toContainText('Sin impactos en este periodo')
  await expect(impactos).toContainText('no se sabe si los hubo')
})

test('a wrong period is told below its days, which put it right', async ({ page }) => {
  const { apodo } = await open(page)
  await page.goto(`/contenedor/${apodo}?desde=2026-06-03&hasta=2026-06-01`)
  await expect(page.getByText('La fecha de fin es anterior a la de inicio.')).toBeVisible()
  await expect(page.getByRole('heading', { name: apodo })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeHidden()
  await writeDay(page, 'Hasta', '05062026')
  await expect(page).toHaveURL(/hasta=2026-06-05/)
  await expect(page.getByRole('region', { name: 'Ahora' })).toBeVisible()
  await page.goto(`/contenedor/${apodo}?desde=2020-01-01&hasta=2020-12-31`)
  await expect(page.getByText('Como mucho 100 días de una vez.')).toBeVisible()
  await writeDay(page, 'Desde', '01122020')
  await expect(page).toHaveURL(/desde=2020-12-01/)
  await expect(page.getByRole('region', { name: 'Ahora' })).toBeVisible()
})

test('its events are one step away', async ({ page }) => {
  const { apodo } = await open(page)
  await page.getByRole('button', { name: 'Ver sus eventos' }).click()
  await expect(page).toHaveURL(new RegExp(`/NewData\\?search=.*${apodo}`))
})

test('it gets another tag: history stays, and a tag that is taken is refused', { tag: '@main' }, async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const apodo = `90002-${Math.floor(Math.random() * 1e9)}`
  const [old, nueva, tomada] = [1, 2, 3].map(() => `AC233F${randomBytes(3).toString('hex').toUpperCase()}`)
  const alta = (mac_serie: string | undefined, nombre: string) =>
    page.request.post('/api/update_device_details', {
      data: { mac_serie, tipo_dispositivo: 'SmartBle', apodo: nombre },
    })
  await alta(old, apodo)
  await alta(tomada, `${apodo}1`)
  await page.goto(`/contenedor/${apodo}`)
  await page.getByRole('button', { name: 'Cambiar etiqueta' }).click()
  const field = page.getByLabel('MAC de la etiqueta nueva')
  await field.fill(tomada as string)
  await field.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(`ya es de ${apodo}1.`)
  await field.fill((nueva as string).toLowerCase())
  await field.press('Enter')
  await expectToast(page, 'Etiqueta cambiada')
  await expect(page.getByRole('region', { name: 'Etiqueta', exact: true })).toContainText(nueva as string)
  await expect(page.getByRole('region', { name: 'Etiqueta', exact: true })).toContainText(`${old}`)
})

test('a deleted container keeps its file and says so; its tag cannot be changed', async ({ page }) => {
  await enterAs(page, 'admin')
  const apodo = `90003-${Math.floor(Math.random() * 1e9)}`
  const mac_serie = `AC233F${randomBytes(3).toString('hex').toUpperCase()}`
  await page.request.post('/api/update_device_details', {
    data: { mac_serie, tipo_dispositivo: 'SmartBle', apodo },
  })
  await page.goto(`/contenedor/${apodo}`)
  await expect(page.getByRole('button', { name: 'Cambiar etiqueta' })).toBeVisible()
  const { data } = await (await page.request.get(`/api/devices?name=${apodo}`)).json()
  await page.request.post('/api/delete_devices', { data: { ids: [data[0].id] } })
  await page.reload()
  await expect(page.getByText(/^Eliminado el \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Etiqueta', exact: true })).toContainText(mac_serie)
  await expect(page.getByRole('button', { name: 'Cambiar etiqueta' })).toBeHidden()
})

test('a nickname of two companies asks for one of them, which the bar gives', async ({ page }) => {
  await enterAs(page, 'admin')
  const apodo = `90004-${Math.floor(Math.random() * 1e9)}`
  const [una, otra] = [1, 3].map((empresa) => ({
    empresa,
    mac_serie: `AC233F${randomBytes(3).toString('hex').toUpperCase()}`,
  }))
  for (const d of [una, otra])
    await page.request.post('/api/update_device_details', {
      data: { ...d, tipo_dispositivo: 'SmartBle', apodo },
    })
  await page.goto(`/contenedor/${apodo}`)
  await expect(
    page.getByText(/^Hay contenedores con ese apodo en varias empresas: .*Logística Llanada/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Empresa: Todas las empresas' }).click()
  await page.getByRole('menuitemradio', { name: 'Logística Llanada' }).click()
  await expect(page.getByRole('region', { name: 'Etiqueta', exact: true })).toContainText(
    otra?.mac_serie as string,
  )
})

test('a stay ends with the last hearing; what lies between says whether it was on its way or nobody heard it', async ({
  page,
}) => {
  await open(page, 'operario', {
    estancias: [
      estancia('Expedición', ['14T01:30', '15T04:35'], {
        silencio: true,
        Etapa: 'Vacíos',
        minutos_abiertos: 1000,
      }),
      estancia('Almacén Vacío', ['13T08:00', '14T01:00'], { minutos_abiertos: 1020 }),
      estancia('En Consumo', ['12T08:00', '13T05:00'], { silencio: true }),
      estancia('Almacén Lleno', ['11T08:00', '12T08:00']),
      estancia('Gestamp', ['10T08:00', '11T08:00']),
    ],
  })
  const lineas = page.getByRole('list', { name: 'Estancias' }).getByRole('listitem')
  await expect(lineas).toHaveText([
    /^Expedición · Vacíos.*1 d 3 h · 17 h abiertas.*15\/11\/2026 04:35:00, sin señal desde entonces/,
    /^En tránsito 30 min$/,
    /^Almacén Vacío17 h13\/11\/2026 08:00:00 – 14\/11\/2026 01:00:00 · LEC-101$/,
    /^Sin señal 3 h$/,
    /^En Consumo.*, sin señal después/,
    /^Almacén Lleno/,
    /^Gestamp/,
  ])
})

test('stays that are cut are said to be', async ({ page }) => {
  await open(page, 'operario', { estancias_cortadas: true })
  await expect(page.getByText('Se muestran las 1.000 últimas estancias.')).toBeVisible()
})

test('an unknown container says so', async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/contenedor/nadie-1')
  await expect(page.getByText('No hay ningún contenedor con ese apodo.')).toBeVisible()
})

test('nothing for axe to find, in either theme, and nothing sticks out on a phone', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('img', { name: 'Gráfico: Batería y temperatura' }).locator('svg')).toBeVisible()
  await expectAccesible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSinDesborde(page)
  // A nickname is never wrapped.
  const renglones = await page.locator('[data-lector]').evaluateAll((all) =>
    all.map((uno) => {
      const text = document.createRange()
      text.selectNodeContents(uno)
      return text.getClientRects().length
    }),
  )
  expect(new Set(renglones)).toEqual(new Set([1]))
  await expectAccesible(page)
})

test('the way over the floor plan: the same slider moves it from place to place, on a phone too', async ({
  page,
}) => {
  const { ficha } = await open(page)
  await page.getByRole('button', { name: 'En el plano' }).click()
  await expect(page).toHaveURL(/sobre=plano/)
  const moment = page.getByRole('slider', { name: 'Momento del recorrido' })
  const { data } = await (await page.request.get('/api/ubicaciones')).json()
  const enPlano = new Set(
    data.filter((u: { nodo_x: number | null }) => u.nodo_x !== null).map((u: { nombre: string }) => u.nombre),
  )
  const lugares = ficha.estancias.toReversed().map((e) => e.Ubicacion)
  const plano = page.getByRole('img', { name: /^Plano del recorrido:/ })
  const here = page.locator('span[data-aqui][style*="transform"]')
  await moment.focus()
  await page.keyboard.press('Home')
  const sitios = new Set<string | null>()
  for (const [i, lugar] of lugares.slice(0, 6).entries()) {
    if (i > 0) await page.keyboard.press('ArrowRight')
    await expect(plano).toHaveAccessibleName(`Plano del recorrido: ${lugar ?? 'sin ubicación'}`)
    if (lugar === null || !enPlano.has(lugar)) await expect(here).toHaveCount(0)
    else {
      await expect(here).toHaveAttribute('data-aqui', lugar)
      sitios.add(await here.getAttribute('style'))
    }
  }
  const distintos = new Set(lugares.slice(0, 6).filter((l) => l !== null && enPlano.has(l)))
  expect(sitios.size).toBe(distintos.size)
  if (distintos.size > 1) await expect(page.locator('path[data-tramo]').first()).toBeAttached()
  await expectAccesible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await plano.scrollIntoViewIfNeeded()
  await expect
    .poll(async () => {
      const caja = await plano.boundingBox()
      return caja && caja.x >= 0 && caja.x + caja.width <= 390
    })
    .toBe(true)
  await expectSinDesborde(page)
  await expectAccesible(page)
})
