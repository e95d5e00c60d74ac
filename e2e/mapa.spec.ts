import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { colorOf } from './color'
import { enterAs } from './enter'
import { fleet, marcadores, nextClick, openMapa, rows } from './mapa'
import { test } from './prueba'
import { expectToast } from './toasts'

// cubre: mapa 2 4 12, constantes 25
test('starts on the plant, with the table of what is visible and how many of how many', {
  tag: '@main',
}, async ({ page }) => {
  const pedida = page.waitForRequest('**/api/mapa_celdas*')
  await openMapa(page)
  const query = new URL((await pedida).url()).searchParams
  const medio = (a: string, b: string) => (Number(query.get(a)) + Number(query.get(b))) / 2
  expect(medio('minlat', 'maxlat')).toBeCloseTo(42.8467, 2)
  expect(medio('minlon', 'maxlon')).toBeCloseTo(-2.6727, 3)
  expect(query.get('zoom')).toBe('14')
  const { total } = await fleet(page)
  await expect(
    page.getByText(new RegExp(`de ${total.toLocaleString('es')}(; \\d+ fuera de la vista)?$`)).first(),
  ).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Apodo',
    'TipoDispositivo',
    'UltimoRegistro',
    'Detalles',
  ])
  expect(await rows(page).count()).toBeLessThanOrEqual(25)
  expect(new URL(page.url()).search).toBe('')
})

// cubre: mapa 5-7, errores 21
test('filters live in the address, and back undoes them', { tag: '@main' }, async ({ page }) => {
  await openMapa(page)
  // A visible device: the first of the fleet may be at the supplier's.
  const apodo = ((await rows(page).first().getByRole('button').first().textContent()) ?? '').trim()
  await page.getByPlaceholder('Buscar Apodo').fill(apodo)
  await expect(page).toHaveURL(/buscar=/)
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await expect(page.getByRole('option')).toHaveText(['Todos los tipos', 'iBeacon', 'SmartBle', 'Reader'])
  await page.getByRole('option', { name: 'Reader' }).click()
  await expect(page).toHaveURL(/tipo=Reader/)
  await expect(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtro de tipo' }).click()
  await expect(rows(page).first()).toContainText(apodo)
  await page.goBack()
  await expect(page).toHaveURL(/tipo=Reader/)
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(page).not.toHaveURL(/buscar|tipo/)
  await expect(page.getByPlaceholder('Buscar Apodo')).toHaveValue('')
})

test('filters in force are chips that take themselves away', async ({ page }) => {
  await openMapa(page, '/?buscar=20014&tipo=SmartBle')
  await page.getByRole('button', { name: 'Quitar Tipo: SmartBle' }).click()
  await expect(page).not.toHaveURL(/tipo/)
  await page.getByRole('button', { name: 'Quitar Apodo: 20014' }).click()
  await expect(page.getByPlaceholder('Buscar Apodo')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Filtros aplicados' })).toBeHidden()
})

// cubre: mapa 8-9
test('sorts and pages on the server', async ({ page }) => {
  await openMapa(page)
  await page.getByRole('columnheader', { name: 'Apodo' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Apodo' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sentido=desc/)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect(rows(page)).toHaveCount(10)
  // Only the nickname, because the time beside it keeps changing.
  const first = rows(page).first().locator('td').first()
  const apodo = await first.textContent()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await expect(first).not.toHaveText(apodo ?? '')
  await page.goBack()
  await expect(first).toHaveText(apodo ?? '')
  const releida = page.waitForRequest('**/api/devices_in_bounds*')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await releida
})

// cubre: mapa 11, errores 22
test('an empty part of the map says so and leads to the whole fleet', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/?lat=36.5&lon=-30&zoom=9')
  await expect(page.getByText('No hay dispositivos visibles en esta zona del mapa.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver toda la flota' }).click()
  const { total } = await fleet(page)
  const text = total.toLocaleString('es')
  // Nearly all: devices that other tests registered without a place are counted, but not visible.
  await expect(
    page.getByText(new RegExp(`^[6-9]\\d\\d de ${text}(; \\d+ fuera de la vista)?$`)),
  ).toBeVisible()
})

// cubre: mapa 15-16 19
test('details open from a row, say what is known, and close with back or Esc', { tag: '@main' }, async ({
  page,
}) => {
  await openMapa(page)
  const button = page.getByRole('button', { name: /^Detalles de / }).first()
  await button.click()
  const dialogo = page.getByRole('dialog')
  await expect(dialogo).toBeVisible()
  for (const linea of ['Tipo de dispositivo', 'Último registro', 'Visto por', 'Posible Estado', 'Movimiento'])
    await expect(dialogo.getByText(linea, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/detalle=/)
  await page.goBack()
  await expect(dialogo).toBeHidden()
  await button.click()
  await page.keyboard.press('Escape')
  await expect(dialogo).toBeHidden()
  await expect(button).toBeFocused()
  await expect(page).not.toHaveURL(/detalle/)
})

// cubre: errores 28
test('an address with details opens them', async ({ page }) => {
  await enterAs(page, 'admin')
  const uno = (await fleet(page, { tipo: 'SmartBle' })).data.find((d) => d.Apodo)
  await page.goto(`/newMap?detalle=${uno?.Dispositivo}`)
  await expect(page.getByRole('dialog', { name: uno?.Apodo ?? '' })).toBeVisible()
  await page.route('**/api/dispositivos/*', (r) =>
    r.fulfill({ status: 400, json: { error: 'Hoy no.', code: 'x' } }),
  )
  await page.goto('/?detalle=AABBCC999999')
  await expect(page.getByText('Error al obtener detalles del dispositivo')).toBeVisible()
})

// cubre: mapa 14 17-18 20
test('details say how old, seen by whom and how it moves, each in its colour', async ({ page }) => {
  // Live changes would overwrite the test's data.
  await page.route('**/api/live*', (r) => r.abort())
  await page.route('**/api/devices_in_bounds*', async (r) => {
    const res = await r.fetch()
    const json = await res.json()
    const hace = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const casos = [
      { TipoDispositivo: 'Reader', UltimoRegistro: hace(290), ApodoLector: 'LEC-7', Estado: 'Impacto' },
      { TipoDispositivo: 'SmartBle', UltimoRegistro: hace(310), Estado: 'En movimiento' },
      { TipoDispositivo: 'iBeacon', UltimoRegistro: null, ApodoLector: null, Estado: 'Parado' },
      { Estado: 'Sin determinar' },
      { Estado: null },
    ]
    for (const [i, caso] of casos.entries()) if (json.data[i]) Object.assign(json.data[i], caso)
    await r.fulfill({ response: res, json })
  })
  await openMapa(page)
  const dialogo = page.getByRole('dialog')
  const dato = (nombre: string) =>
    dialogo.locator('dt', { hasText: nombre }).locator('xpath=following-sibling::dd')
  const colores = new Set<string>()
  for (const [i, [relativo, caduco, visto, movimiento, color]] of (
    [
      ['hace 4 h', false, 'LEC-7', 'Impacto', 'rojo'],
      ['hace 5 h', true, '', 'En movimiento', 'azul'],
      ['Sin datos', true, 'Sin datos', 'Parado', 'gris'],
      ['', undefined, '', 'Sin determinar', undefined],
      ['', undefined, '', '—', undefined],
    ] as const
  ).entries()) {
    await rows(page)
      .nth(i)
      .getByRole('button', { name: /^Detalles de / })
      .click()
    await expect(dato('Último registro')).toContainText(relativo)
    if (caduco !== undefined) {
      await expect(dato('Último registro').locator('svg')).toBeVisible()
      await expect(dato('Último registro').getByRole('img', { name: 'Registro antiguo' })).toHaveCount(
        caduco ? 1 : 0,
      )
      expect((await colorOf(dato('Último registro').locator('svg'))) === 'rojo').toBe(caduco)
      colores.add(
        await dato('Tipo de dispositivo')
          .locator('[data-tono]')
          .evaluate((e) => getComputedStyle(e).color),
      )
    }
    await expect(dato('Visto por')).toContainText(visto)
    await expect(dato('Movimiento')).toHaveText(movimiento)
    if (color) expect(await colorOf(dato('Movimiento').locator('[data-tono]'))).toBe(color)
    await page.keyboard.press('Escape')
    await expect(dialogo).toBeHidden()
  }
  expect(colores.size).toBe(3)
})

test('columns that can be chosen carry the words of the details', async ({ page }) => {
  await openMapa(page)
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  for (const nombre of ['Movimiento', 'Posible Estado', 'Visto por'])
    await page.getByRole('checkbox', { name: nombre, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Apodo',
    'TipoDispositivo',
    'UltimoRegistro',
    'Movimiento',
    'Posible Estado',
    'Visto por',
    'Detalles',
  ])
  // At once: rows come and go.
  const heights = await rows(page).evaluateAll((all) => all.map((r) => r.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([36]))
})

test('the keyboard walks the rows and opens one', async ({ page }) => {
  await openMapa(page)
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await expect(rows(page).nth(1)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d|Sin datos/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

// cubre: mapa 1
test('the splitter is dragged, moved with arrows, and remembered', async ({ page }) => {
  await openMapa(page)
  const barra = page.getByRole('separator')
  await barra.focus()
  await page.keyboard.press('ArrowRight')
  await expect(barra).toHaveAttribute('aria-valuenow', '52')
  const caja = await barra.boundingBox()
  await page.mouse.move(caja?.x ?? 0, 300)
  await page.mouse.down()
  await page.mouse.move(500, 300, { steps: 4 })
  await page.mouse.up()
  // The page draws the last step a moment after it has stored it.
  const puesto = await page.evaluate(() =>
    String(Math.round(Number(localStorage.getItem('retorna.mapa.divisor')))),
  )
  expect(Number(puesto)).toBeLessThan(45)
  await expect(barra).toHaveAttribute('aria-valuenow', puesto)
  await page.reload()
  await expect(barra).toHaveAttribute('aria-valuenow', puesto)
})

// cubre: mapa 10, constantes 22
for (const [option, nombre] of [
  ['Excel (.xlsx)', 'dispositivos_visibles.xlsx'],
  ['PDF (.pdf)', 'dispositivos_visibles.pdf'],
] as const)
  test(`exports what is visible as ${nombre}`, async ({ page }) => {
    await openMapa(page)
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [descarga] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: option }).click(),
    ])
    expect(descarga.suggestedFilename()).toBe(nombre)
    expect((await readFile(await descarga.path())).length).toBeGreaterThan(0)
  })

// cubre: errores 33
test('an export that fails says why', async ({ page }) => {
  await page.route('**/api/export_dispositivos_visibles*', (r) =>
    r.fulfill({ status: 500, json: { error: 'No se pudo crear el archivo.', code: 'interno' } }),
  )
  await openMapa(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expectToast(page, 'Error al descargar Excel: No se pudo crear el archivo.')
})

test('a failing list offers to try again', async ({ page }) => {
  let falla = true
  await page.route('**/api/devices_in_bounds*', (r) =>
    falla
      ? r.fulfill({ status: 400, json: { error: 'La lista no se puede leer.', code: 'mal' } })
      : r.continue(),
  )
  await enterAs(page, 'admin')
  await page.goto('/')
  await expect(marcadores(page).first()).toBeVisible()
  await expect(page.getByText('La lista no se puede leer.')).toBeVisible()
  // The map may ask again by itself while it settles.
  void nextClick(page).then(() => {
    falla = false
  })
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('screen and details have no violations', async ({ page }) => {
  await openMapa(page)
  await expectAccesible(page)
  await page
    .getByRole('button', { name: /^Detalles de / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccesible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('map and list are two tabs; the list is cards', async ({ page }) => {
    await enterAs(page, 'admin')
    await page.goto('/')
    await expect(marcadores(page).first()).toBeVisible()
    await page.getByRole('tab', { name: /^Lista/ }).click()
    const tarjetas = page.getByRole('list', { name: 'Dispositivos visibles' }).getByRole('listitem')
    await expect(tarjetas.first()).toBeVisible()
    await expectSinDesborde(page)
    await expectAccesible(page)
    await tarjetas.first().getByRole('button').first().click()
    await expect(page.getByRole('tab', { name: 'Mapa' })).toHaveAttribute('aria-selected', 'true')
  })
})
