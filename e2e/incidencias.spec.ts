import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { enterAs } from './enter'
import { expectDay, writeDay } from './fecha'
import { holdRoute } from './hold'
import {
  enPlanta,
  escrito,
  haceDias,
  list,
  openIncidencias,
  QUIETO,
  RUTA,
  rows,
  tabla,
  total,
} from './incidencias'
import { test } from './prueba'

// cubre: incidencias 7-8, validacion 23
test('the card has search, dates of the last three days, switch, files and the table', async ({ page }) => {
  await enterAs(page, 'admin')
  const pedida = page.waitForRequest('**/api/get_incidencias*')
  await page.goto('/incidencias')
  const query = new URL((await pedida).url()).searchParams
  expect(query.get('start_date')).toBe(`${haceDias(3)} 00:00:00`)
  expect(query.get('end_date')).toBe(`${haceDias(0)} 23:59:59`)
  expect(new URL(page.url()).search).toBe('')
  await expect(page.getByRole('heading', { name: 'Incidencias recientes', level: 1 })).toBeVisible()
  await expect(page.getByPlaceholder('Buscar Dispositivo')).toBeVisible()
  await expectDay(page, 'Desde', escrito(haceDias(3)))
  await expectDay(page, 'Hasta', escrito(haceDias(0)))
  await expect(page.getByRole('button', { name: 'Limpiar Filtros' })).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Mostrar aceleraciones' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Recargar' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Estado',
    'Apodo Dispositivo',
    'Apodo Lector',
    'Golpe real',
    'Daño en pieza',
    'Revisada',
    'Timestamp',
    'Empresa',
    'Detalles',
  ])
})

// cubre: incidencias 7 9 12 14
test('rows say what the server says, ten a page, newest first, with their total', { tag: '@main' }, async ({
  page,
}) => {
  await openIncidencias(page)
  const lista = await list(page)
  await expect(rows(page)).toHaveCount(10)
  await expect(total(page)).toHaveText(`1–10 de ${lista.length.toLocaleString('es')}`)
  for (const [k, i] of lista.slice(0, 10).entries()) {
    const celdas = rows(page).nth(k).locator('td')
    await expect(celdas.nth(0)).toHaveText('Impacto')
    await expect(celdas.nth(1)).toHaveText(i.ApodoDispositivo ?? i.Dispositivo)
    await expect(celdas.nth(2)).toHaveText(i.ApodoLector ?? '')
    await expect(celdas.nth(3).getByRole('switch')).toBeChecked({ checked: i.hubo_golpe_real })
    await expect(celdas.nth(4).getByRole('switch')).toBeChecked({ checked: i.hubo_danio })
    await expect(celdas.nth(5)).toHaveText(i.revisado ? 'Cerrada' : 'Abierta')
    await expect(celdas.nth(6)).toHaveText(enPlanta(i.Time))
  }
  await expect(rows(page).first().locator('time')).toHaveAttribute('title', /^hace \d+ d/)
  const releida = page.waitForRequest('**/api/get_incidencias*')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await releida
})

test('open incidents are marked, closed ones are calm', async ({ page }) => {
  await openIncidencias(page, `${RUTA}&filas=100&orden=revisado&sentido=asc`)
  await expect(rows(page).first()).toHaveAttribute('data-tono', 'amber')
  await page.getByRole('columnheader', { name: 'Revisada' }).getByRole('button').click()
  await expect(rows(page).first()).toContainText('Cerrada')
  await expect(rows(page).first()).not.toHaveAttribute('data-tono')
})

// cubre: incidencias 1-2
test('search filters what is loaded, whatever the case, and Limpiar Filtros takes it away', async ({
  page,
}) => {
  await page.route('**/api/get_incidencias*', async (r) => {
    const res = await r.fetch()
    // The page may have cancelled this request meanwhile.
    const lista = await res.json().catch(() => null)
    if (!lista) return
    lista[3].ApodoDispositivo = 'Rack-Único'
    await r.fulfill({ response: res, json: lista })
  })
  await openIncidencias(page)
  // An impact may cause a refetch of the list, but a search never does.
  const buscadas: string[] = []
  page.on('request', (r) => {
    if (/get_incidencias.*search/.test(r.url())) buscadas.push(r.url())
  })
  await page.getByPlaceholder('Buscar Dispositivo').fill('rack-ÚNI')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Rack-Único')
  await expect(page).toHaveURL(/buscar=/)
  expect(buscadas).toEqual([])
  await page.getByRole('button', { name: 'Limpiar Filtros' }).click()
  await expect(rows(page).first()).not.toContainText('Rack-Único')
  await expect(page).not.toHaveURL(/buscar|desde|hasta/)
  await expect(page.getByPlaceholder('Buscar Dispositivo')).toHaveValue('')
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
})

// cubre: incidencias 4
test('the list reloads when a day changes, and back undoes it', async ({ page }) => {
  await openIncidencias(page)
  const desde = haceDias(40)
  const pedida = page.waitForRequest((r) => r.url().includes(`start_date=${desde}`))
  await writeDay(page, 'Desde', escrito(desde).replaceAll('/', ''))
  expect(new URL((await pedida).url()).searchParams.get('end_date')).toBe(`${QUIETO.hasta} 23:59:59`)
  await expect(page).toHaveURL(new RegExp(`desde=${desde}`))
  const esperadas = (await list(page, { desde, hasta: QUIETO.hasta })).length
  await expect(total(page)).toHaveText(new RegExp(` de ${esperadas.toLocaleString('es')}$`))
  while (!page.url().includes(`desde=${QUIETO.desde}`)) await page.goBack()
  await expectDay(page, 'Desde', escrito(QUIETO.desde))
})

test('an end before the start is told at its field and not sent', async ({ page }) => {
  let pedidas = 0
  page.on('request', (r) => {
    if (r.url().includes('/api/get_incidencias')) pedidas++
  })
  await enterAs(page, 'admin')
  await page.goto(`/incidencias?desde=${haceDias(20)}&hasta=${haceDias(30)}`)
  await expect(page.getByText('La fecha de fin es anterior a la de inicio.', { exact: true })).toBeVisible()
  await expect(page.getByText('El rango de fechas no es válido')).toBeVisible()
  expect(pedidas).toBe(0)
  await page.getByRole('button', { name: 'Limpiar Filtros' }).first().click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('La fecha de fin es anterior a la de inicio.', { exact: true })).toBeHidden()
})

// cubre: incidencias 3 13
test('accelerations show with their switch: two decimals, a dash where there is none', async ({ page }) => {
  await page.route('**/api/get_incidencias*', async (r) => {
    const res = await r.fetch()
    const lista = await res.json()
    Object.assign(lista[0], { accelxmax: 2.8641, accelxmin: -1.1, accelymax: null })
    await r.fulfill({ response: res, json: lista })
  })
  await openIncidencias(page)
  await page.getByRole('switch', { name: 'Mostrar aceleraciones' }).click()
  await expect(page).toHaveURL(/aceleraciones=si/)
  const titles = ['AccelXMax', 'AccelXMin', 'AccelYMax', 'AccelYMin', 'AccelZMax', 'AccelZMin']
  await expect
    .poll(async () => (await page.getByRole('columnheader').allTextContents()).slice(7, 13))
    .toEqual(titles)
  const celdas = rows(page).first().locator('td')
  await expect(celdas.nth(7)).toHaveText('2,86 g')
  await expect(celdas.nth(8)).toHaveText('-1,10 g')
  await expect(celdas.nth(9)).toHaveText('—')
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Mostrar aceleraciones' })).toBeChecked()
  // Pending requests must not outlive the test.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('more columns can be chosen', async ({ page }) => {
  await openIncidencias(page)
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  for (const nombre of ['Pico (g)', 'Ubicación', 'Cerrada por', 'Cerrada']) {
    await expect(
      page.getByRole('columnheader', { name: nombre, exact: true, includeHidden: true }),
    ).toHaveCount(0)
    await page.getByRole('checkbox', { name: nombre, exact: true }).check()
  }
  await page.keyboard.press('Escape')
  for (const nombre of ['Pico (g)', 'Ubicación', 'Cerrada por', 'Cerrada'])
    await expect(page.getByRole('columnheader', { name: nombre, exact: true })).toBeAttached()
})

// cubre: incidencias 14, constantes 13
test('sorting and paging happen here and live in the address', async ({ page }) => {
  await openIncidencias(page)
  const apodos = (await list(page)).map((i) => i.ApodoDispositivo ?? i.Dispositivo)
  const { compare } = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })
  apodos.sort(compare)
  await page.getByRole('columnheader', { name: 'Apodo Dispositivo' }).getByRole('button').click()
  await expect(page).toHaveURL(/orden=ApodoDispositivo/)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText(['10', '20', '50', '100'])
  await page.getByRole('option', { name: '20', exact: true }).click()
  await expect(page).toHaveURL(/filas=20/)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await expect(rows(page).locator('td:nth-child(2)')).toHaveText(apodos.slice(20, 40))
  await page.goBack()
  await expect(rows(page).locator('td:nth-child(2)')).toHaveText(apodos.slice(0, 20))
  await page.goForward()
  await page.reload()
  await expect(rows(page).locator('td:nth-child(2)')).toHaveText(apodos.slice(20, 40))
})

// cubre: incidencias 10
test('a nickname leads to its events', async ({ page }) => {
  await openIncidencias(page)
  const chip = rows(page).first().getByRole('button').first()
  const apodo = await chip.textContent()
  await chip.click()
  await expect(page).toHaveURL(new RegExp(`/NewData\\?search=${apodo}$`))
})

// cubre: incidencias 5
test('the Excel has a row for each incident shown, and the accelerations when they are', async ({ page }) => {
  await openIncidencias(page)
  const apodo = (await rows(page).first().getByRole('button').first().textContent()) ?? ''
  await page.getByPlaceholder('Buscar Dispositivo').fill(apodo)
  await page.getByRole('switch', { name: 'Mostrar aceleraciones' }).click()
  await expect(page).toHaveURL(/buscar=.*aceleraciones=si|aceleraciones=si.*buscar=/)
  const mostradas = (await list(page)).filter((i) => i.ApodoDispositivo?.includes(apodo)).length
  await expect(total(page)).toHaveText(new RegExp(` de ${mostradas}$`))
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('incidencias.xlsx')
  const [hoja] = (await readXlsx(new Uint8Array(await readFile(await descarga.path())))).sheets
  const header = hoja?.rows.findIndex((r) => r.includes('Apodo Dispositivo')) ?? -1
  expect(hoja?.rows[header]).toContain('AccelZMin')
  expect(hoja?.rows.slice(header + 1)).toHaveLength(mostradas)
})

// cubre: incidencias 5
test('the Excel has the columns and the order of the screen', async ({ page }) => {
  await openIncidencias(page, `${RUTA}&orden=ApodoDispositivo&sentido=desc&filas=100`)
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await page.getByRole('checkbox', { name: 'Ubicación', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Golpe real', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await expect(tabla(page).getByRole('columnheader', { name: 'Golpe real' })).toHaveCount(0)
  const titles = await tabla(page).getByRole('columnheader').allTextContents()
  const primeras = await rows(page).evaluateAll((f) => f.map((tr) => tr.getAttribute('data-id')))
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  const [hoja] = (await readXlsx(new Uint8Array(await readFile(await descarga.path())))).sheets
  const header = hoja?.rows.findIndex((r) => r.includes('Apodo Dispositivo')) ?? -1
  expect(hoja?.rows[header]).toEqual(titles.filter((t) => t !== 'Detalles'))
  expect(titles).toContain('Ubicación')
  expect(titles).not.toContain('Golpe real')
  const porId = new Map((await list(page)).map((i) => [String(i.id), i.ApodoDispositivo]))
  const column = titles.indexOf('Apodo Dispositivo')
  expect(hoja?.rows.slice(header + 1, header + 1 + primeras.length).map((r) => r[column])).toEqual(
    primeras.map((id) => porId.get(id ?? '')),
  )
})

// cubre: incidencias 6
test('the PDF is asked for without accelerations while they are hidden', async ({ page }) => {
  await openIncidencias(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  const pedida = page.waitForRequest('**/api/export_incidencias*')
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'PDF (.pdf)' }).click(),
  ])
  const query = new URL((await pedida).url()).searchParams
  expect(query.get('columnas')).toBe(
    'Estado,ApodoDispositivo,ApodoLector,hubo_golpe_real,hubo_danio,revisado,Time,@empresa',
  )
  expect(query.get('start_date')).toBe(`${QUIETO.desde} 00:00:00`)
  expect(descarga.suggestedFilename()).toBe('incidencias.pdf')
  expect((await readFile(await descarga.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('days without incidents say what to do next', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/incidencias?desde=2001-01-01&hasta=2001-01-02')
  await expect(page.getByText('No hay incidencias en estas fechas')).toBeVisible()
  await expect(page.getByText(/Amplía las fechas/)).toBeVisible()
  await expect(total(page)).toHaveText('0–0 de 0')
  await page.getByRole('button', { name: 'Ver los últimos 30 días' }).click()
  await expect(page).toHaveURL(/desde=2000-12-03/)
  await page.getByRole('button', { name: 'Limpiar Filtros' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.getByPlaceholder('Buscar Dispositivo').fill('no-hay-tal')
  await expect(page.getByText('No hay incidencias de ese dispositivo en estas fechas')).toBeVisible()
})

// cubre: errores 40
test('a list that fails says why, in the console too, and keeps the navigation', async ({ page }) => {
  let falla = true
  await page.route('**/api/get_incidencias*', (r) =>
    falla ? r.fulfill({ status: 400, json: { error: 'No se pudo leer.', code: 'mal' } }) : r.continue(),
  )
  const consola = page.waitForEvent('console', (m) => m.text().includes('Error al obtener las incidencias'))
  await enterAs(page, 'admin')
  await page.goto(RUTA)
  await expect(page.getByText('No se han podido cargar las incidencias. No se pudo leer.')).toBeVisible()
  expect((await consola).type()).toBe('error')
  await expect(page.getByRole('link', { name: 'Eventos' }).first()).toBeVisible()
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('the list says when there is more than it shows', async ({ page }) => {
  const unas = async () => (await list(page)).slice(0, 1)
  await enterAs(page, 'admin')
  const [una] = await unas()
  await page.route('**/api/get_incidencias*', (r) =>
    r.fulfill({ json: Array.from({ length: 20_000 }, (_, k) => ({ ...una, id: k + 1 })) }),
  )
  await page.goto(RUTA)
  await expect(
    page.getByText(/Se muestran las 20\.000 incidencias más recientes de estas fechas/),
  ).toBeVisible()
  await expect(total(page)).toHaveText('1–10 de 20.000')
})

test('while it loads there are rows to come, not an empty screen', async ({ page }) => {
  const release = await holdRoute(page, '**/api/get_incidencias*')
  await enterAs(page, 'admin')
  await page.goto(RUTA)
  await expect(tabla(page).locator('.hueso').first()).toBeAttached()
  await expect(total(page)).toHaveText('…')
  release()
  await expect(rows(page).first()).toContainText('Impacto')
})
