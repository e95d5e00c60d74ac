import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { writeDay } from './fecha'
import { apodos, de, fake, list, open, read, rejilla, rows, test, total } from './inventario'
import { stopClock } from './reloj'
import { expectToast } from './toasts'

// cubre: producto 3, inventario 1
test('columns, some hidden at first, ten rows and the total of the server', { tag: '@main' }, async ({
  page,
}) => {
  await open(page)
  await expect(page.getByRole('heading', { name: 'Inventario', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Apodo',
    'TipoDispositivo',
    'Activado',
    'UltimoRegistro',
    'ApodoLector',
    'Bateria',
    'PosibleEstado',
    'Estado',
    'Ubicacion',
    // For an administrator of all companies, the company of each device is shown.
    'Empresa',
    'Detalles',
  ])
  await expect(rows(page)).toHaveCount(10)
  const esperados = await list(page, { per_page: '10' })
  await expect(total(page)).toHaveText(de(esperados.total))
  await expect(apodos(page)).toHaveText(esperados.data.map((d) => d.Apodo ?? d.Dispositivo))
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  for (const nombre of ['Dispositivo', 'FechaRegistro', 'Etiqueta'])
    await page.getByRole('checkbox', { name: nombre, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader')).toHaveCount(15)
  await page.evaluate(() => sessionStorage.setItem('retorna.empresa', '2'))
  await page.reload()
  await expect(page.getByRole('columnheader')).toHaveCount(14)
  await page.evaluate(() => sessionStorage.removeItem('retorna.empresa'))
  await page.reload()
})

test.describe('with a clock of the test', () => {
  // It remains in the context.
  test.use({ propio: true })
  // cubre: rutas 21, validacion 20, constantes 4
  test('?apodo= fills the search; typing asks once, 300 ms later; back undoes it', async ({ page }) => {
    await page.clock.install()
    await open(page, '/poc-status?apodo=20014')
    const buscar = page.getByPlaceholder('Buscar Apodo')
    await expect(buscar).toHaveValue('20014')
    await expect(total(page)).toHaveText(de((await list(page, { apodo: '20014' })).total))
    const pedidas: string[] = []
    page.on('request', (r) => {
      const apodo = r.url().includes('device_poc_status') && new URL(r.url()).searchParams.get('apodo')
      if (apodo && apodo !== '20014') pedidas.push(apodo)
    })
    await stopClock(page)
    await buscar.press('End')
    for (const letra of '-00') {
      await buscar.press(letra)
      await page.clock.runFor(290)
    }
    expect(pedidas).toEqual([])
    await page.clock.runFor(20)
    await page.clock.resume()
    await expect(page).toHaveURL(/apodo=20014-00/)
    await expect(total(page)).toHaveText(de((await list(page, { apodo: '20014-00' })).total))
    expect(new Set(pedidas)).toEqual(new Set(['20014-00']))
    await page.goto('/poc-status?apodo=20014-00&tipo=iBeacon')
    await page.goBack()
    await expect(buscar).toHaveValue('20014-00')
  })
})

// cubre: inventario 2
for (const [field, etiqueta, option] of [
  ['tipo', 'Tipo de dispositivo', 'SmartBle'],
  ['tipo', 'Tipo de dispositivo', 'Contenedor'],
  ['activado', 'Activado', 'Desactivado'],
  ['posible_estado', 'Posible estado', 'Posible extravío'],
  ['estado', 'Estado', 'En movimiento'],
  ['bateria', 'Batería', 'Media'],
  ['familia', 'Familia', '20014'],
  ['ubicacion', 'Ubicación', 'Gestamp'],
] as const)
  test(`filter ${etiqueta}: ${option}`, async ({ page }) => {
    await open(page)
    if (field === 'familia' || field === 'ubicacion')
      await page.getByRole('button', { name: 'Más filtros' }).click()
    const pedida = page.waitForRequest(
      (r) => r.url().includes('/device_poc_status') && r.url().includes(`${field}=`),
    )
    await page.getByRole('combobox', { name: etiqueta, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    expect(new URL((await pedida).url()).searchParams.get(field)).toBe(option)
    await expect(page).toHaveURL(new RegExp(`${field}=`))
    const chip = page.getByRole('button', { name: new RegExp(`^Quitar .*: ${option}$`) })
    await expect(chip).toBeVisible()
    await chip.click()
    await expect(page).not.toHaveURL(new RegExp(`${field}=`))
  })

// cubre: errores 13
test('reader, days and inactivity filter too, and Limpiar takes all away', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  // Containers come and go: the total is read again on both sides until it is the same.
  const expectTotal = (query: Record<string, string>) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Recargar' }).click()
      // Its tooltip would lie over the days.
      await page.mouse.move(0, 0)
      const { total: n } = await list(page, query)
      await expect(total(page)).toHaveText(de(n), { timeout: 5_000 })
    }).toPass()
  await page.getByPlaceholder('Apodo del lector').fill('lec-101')
  await expect(page).toHaveURL(/lector=lec-101/)
  await expectTotal({ lector: 'lec-101' })
  await page.getByPlaceholder('Apodo del lector').fill('')
  await page.getByRole('switch', { name: 'Sin actualizar (3 días o más)' }).click()
  await expect(page).toHaveURL(/sin_actualizar=true/)
  await expectTotal({ sin_actualizar: 'true' })
  for (const f of await rows(page).all()) await expect(f).toHaveAttribute('data-tono', 'rojo')
  await writeDay(page, 'Registrado desde', '01012026')
  await expect(page).toHaveURL(/fecha_desde=2026-01-01/)
  await writeDay(page, 'hasta', '01012025')
  await expect(page.getByText('La fecha de fin es anterior a la de inicio.')).toHaveCount(2)
  // A retry would get the same refusal.
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeHidden()
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expectToast(page, 'Filtros eliminados correctamente')
  await expect(page).not.toHaveURL(/lector|sin_actualizar|fecha_/)
  await expect(page.getByText('Filtros eliminados correctamente')).toBeHidden({ timeout: 6000 })
})

// cubre: errores 12
test('reload says so, or why not', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expectToast(page, 'Datos recargados')
  await page.route('**/api/device_poc_status*', (r) =>
    r.fulfill({ status: 400, json: { error: 'No se pudo leer.', code: 'mal' } }),
  )
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expectToast(page, /: No se pudo leer\.$/)
  await expect(rows(page)).toHaveCount(10)
})

// cubre: inventario 8, constantes 12
test("pages of 10, 20, 50 and 100, and the order, are the server's and live in the address", async ({
  page,
}) => {
  await open(page)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText(['10', '20', '50', '100'])
  await page.getByRole('option', { name: '20', exact: true }).click()
  await expect(rows(page)).toHaveCount(20)
  const header = page.getByRole('columnheader', { name: 'FechaRegistro' })
  await page.getByRole('columnheader', { name: 'TipoDispositivo' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'TipoDispositivo' }).getByRole('button').click()
  await expect(page).toHaveURL(/orden=TipoDispositivo.*sentido=desc/)
  await expect(header).toHaveCount(0)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  const query = { orden: 'TipoDispositivo', sentido: 'desc', page: '2', per_page: '20' }
  await expect(apodos(page)).toHaveText((await list(page, query)).data.map((d) => d.Apodo ?? d.Dispositivo))
  await page.reload()
  await expect(rows(page)).toHaveCount(20)
  await page.goBack()
  await expect(page).not.toHaveURL(/pagina=2/)
})

test('another company is read from its first page on, with the filters that were there', async ({ page }) => {
  await open(page, '/poc-status?tipo=SmartBle&pagina=3')
  await page.getByRole('button', { name: /^Empresa: / }).click()
  await page.getByRole('menuitemradio', { name: 'Montajes Álava' }).click()
  await expect(page).toHaveURL(/\/poc-status\?tipo=SmartBle$/)
  await expect(total(page)).toHaveText(/^1–10 de /)
})

// cubre: inventario 11, transiciones 8, constantes 1 14
test('batteries have their colours, what is missing says so, inactive rows are red', async ({ page }) => {
  const hace = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await fake(page, [
    { Bateria: 99.5, UltimoRegistro: hace(0) },
    { Bateria: 99.4, UltimoRegistro: hace(2.9) },
    { Bateria: 50, UltimoRegistro: hace(3.1) },
    { Bateria: 49.9, UltimoRegistro: null },
    { Bateria: 25 },
    { Bateria: 24.9 },
    { Bateria: null, ApodoLector: null, Estado: null },
  ])
  await open(page)
  const levels = ['lima', 'verde', 'verde', 'amarillo', 'amarillo', 'rojo']
  for (const [i, level] of levels.entries())
    await expect(rows(page).nth(i).locator('[data-nivel]')).toHaveAttribute('data-nivel', level)
  await expect(rows(page).nth(3)).toContainText('49 %')
  await expect(rows(page).nth(6)).toContainText(/Sin datos.*Sin datos/)
  await expect(rows(page).nth(1)).not.toHaveAttribute('data-tono')
  await expect(rows(page).nth(2)).toHaveAttribute('data-tono', 'rojo')
  await expect(rows(page).nth(3)).toHaveAttribute('data-tono', 'rojo')
  await expect(rows(page).nth(3).getByRole('img', { name: 'Registro antiguo' })).toBeAttached()
  await expect(rows(page).nth(0).getByRole('img', { name: 'Registro antiguo' })).toHaveCount(0)
  await expect(rows(page).nth(3)).toContainText('Sin datos')
})

// cubre: inventario 6 9
test('the summary counts, and a number filters', async ({ page }) => {
  const dialogo = page.getByRole('dialog', { name: 'Resumen del inventario' })
  // Containers fall silent and are heard again meanwhile.
  await expect(async () => {
    await open(page, '/poc-status?tipo=SmartBle')
    await page.getByRole('button', { name: 'Resumen' }).click()
    for (const [text, query] of [
      ['Total de dispositivos', {}],
      ['Activados', { activado: 'Activado' }],
      ['Desactivados', { activado: 'Desactivado' }],
      ['Sin actualizar desde hace 3 días o más', { sin_actualizar: 'true' }],
    ] as const) {
      const { total: n } = await list(page, { tipo: 'SmartBle', ...query })
      await expect(
        dialogo.getByRole('button', { name: `${n.toLocaleString('es')} ${text}`, exact: true }),
      ).toBeVisible({ timeout: 10_000 })
    }
  }).toPass()
  await dialogo.getByRole('button', { name: /Desactivados/ }).click()
  await expect(dialogo).toBeHidden()
  await expect(page).toHaveURL(/activado=Desactivado/)
  await expect(page).toHaveURL(/tipo=SmartBle/)
})

// cubre: inventario 7, constantes 20
test('the file has the columns, filters and order of the screen', async ({ page }) => {
  await open(page, '/poc-status?tipo=Reader&orden=Apodo&sentido=desc')
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await page.getByRole('checkbox', { name: 'Bateria', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  const esperados = await list(page, { tipo: 'Reader', sentido: 'desc' })
  for (const [option, nombre] of [
    ['Excel (.xlsx)', 'status_poc.xlsx'],
    ['PDF (.pdf)', 'status_poc.pdf'],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [descarga] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: option }).click(),
    ])
    expect(descarga.suggestedFilename()).toBe(nombre)
    const bytes = await readFile(await descarga.path())
    if (nombre.endsWith('pdf')) {
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      continue
    }
    const [hoja] = (await readXlsx(new Uint8Array(bytes))).sheets
    expect(hoja?.rows[0]).toEqual([
      'Apodo',
      'TipoDispositivo',
      'Activado',
      'UltimoRegistro',
      'ApodoLector',
      'PosibleEstado',
      'Estado',
      'Ubicacion',
      'Empresa',
    ])
    expect(hoja?.rows.slice(1).map((r) => r[0])).toEqual(esperados.data.map((d) => d.Apodo))
  }
})

// cubre: errores 21
test('nothing found says so, a failure too, and neither is the end', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/poc-status?apodo=no-hay-tal')
  await expect(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(rows(page)).toHaveCount(10)
  await page.route('**/api/device_poc_status*', (r) =>
    r.fulfill({ status: 400, json: { error: 'No se pudo leer.', code: 'mal' } }),
  )
  await page.goto('/poc-status')
  await expect(page.getByText('No se pudo leer.')).toBeVisible()
  await page.unroute('**/api/device_poc_status*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows(page)).toHaveCount(10)
})

test('on a phone: cards, filters behind a button, the nickname edited with the thumb', async ({
  page,
  propios,
}) => {
  const { familia, propios: p } = await propios(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/poc-status?apodo=${familia}`)
  const tarjeta = page.getByRole('list', { name: 'Inventario' }).getByRole('listitem').first()
  await expect(tarjeta).toContainText(p[0]?.apodo as string)
  await expect(page.getByRole('combobox', { name: 'Estado', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await expect(page.getByRole('combobox', { name: 'Estado', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await tarjeta.getByRole('button', { name: /^Editar apodo/ }).click()
  await tarjeta.getByRole('textbox').fill(`${familia}-77`)
  await tarjeta.getByRole('button', { name: 'Guardar apodo' }).click()
  await expectToast(page, 'Apodo actualizado correctamente')
  expect((await read(page, p[0]?.mac as string)).Apodo).toBe(`${familia}-77`)
  await expectSinDesborde(page)
})

for (const width of [1440, 390])
  test(`no accessibility violations at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'admin')
    await page.goto('/poc-status?sin_actualizar=true')
    const casilla = page.getByRole('checkbox', { name: /^Seleccionar fila/ }).first()
    await expect(casilla).toBeVisible()
    await page.getByRole('button', { name: 'Más filtros' }).click()
    await casilla.check()
    await expectAccesible(page)
    await page.getByRole('button', { name: 'Quitar selección' }).click()
    await page.getByRole('button', { name: 'Resumen' }).click()
    await expect(page.getByRole('button', { name: /Total de dispositivos/ })).toBeVisible()
    await expectAccesible(page)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Abrir detalles/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByText('MAC o serie')).toBeVisible()
    await expectAccesible(page)
  })

test('a page of a hundred rows has its grid', async ({ page }) => {
  await open(page, '/poc-status?filas=100')
  await expect(rows(page)).toHaveCount(100)
  await expect(rejilla(page)).toHaveAttribute('aria-rowcount', String((await list(page)).total + 1))
})
