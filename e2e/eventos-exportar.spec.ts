import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccesible } from './accesible'
import { chooseColumnas, evento, fakeArchivo, fakeFilas, openEventos, pagina, rows } from './eventos'
import { writeDay } from './fecha'
import { test } from './prueba'
import { expectToast } from './toasts'

const ALL = 'Exportar todos los eventos…'
const PREGUNTA =
  'No has seleccionado un rango de fechas. ¿Deseas exportar TODOS los registros? Esto puede tardar bastante.'

const exportFile = (page: Page, option: string) => async () => {
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: option }).click()
}
async function download(page: Page, ask: () => Promise<void>) {
  const [descarga] = await Promise.all([page.waitForEvent('download'), ask()])
  return descarga.suggestedFilename()
}
const dialogo = (page: Page) => page.getByRole('dialog', { name: 'Exportar todos los eventos' })

// cubre: eventos 3, constantes 19
for (const [option, formato] of [
  ['Excel (.xlsx)', 'xlsx'],
  ['PDF (.pdf)', 'pdf'],
] as const)
  test(`eventos.${formato} has the filters and the columns of the screen`, async ({ page }) => {
    await fakeFilas(page, [evento(1, { Valor: '{"rssi":-71,"a,b":1}' })])
    const pedidos = await fakeArchivo(page, '/api/export_eventos')
    await openEventos(page, '/NewData?search=20014&estado=Parado&timestamp=2026-03&apodoLector=LEC')
    await chooseColumnas(page, 'rssi', 'a,b')
    expect(await download(page, exportFile(page, option))).toBe(`eventos.${formato}`)
    const { exportacion, ...query } = Object.fromEntries(pedidos[0]?.searchParams ?? [])
    expect(query).toEqual({
      search: '20014',
      estado: 'Parado',
      timestamp: '2026-03',
      apodoLector: 'LEC',
      formato,
      columnas: 'Time,Estado,Bateria,ApodoDispositivo,ApodoLector,Etiqueta,rssi',
    })
    expect(exportacion).toMatch(/^[0-9a-f-]{36}$/)
  })

// cubre: eventos 3
for (const [option, formato, comienzo] of [
  ['Excel (.xlsx)', 'xlsx', 'PK'],
  ['PDF (.pdf)', 'pdf', '%PDF'],
] as const)
  test(`the server makes a real eventos.${formato}`, async ({ page }) => {
    await openEventos(page)
    const uno = (await pagina(page)).data.find((e) => e.ApodoDispositivo)
    await page.goto(`/NewData?search=${uno?.ApodoDispositivo}&timestamp=${uno?.Time.slice(0, 10)}`)
    await expect(rows(page).first().locator('time')).toBeVisible()
    const [descarga] = await Promise.all([page.waitForEvent('download'), exportFile(page, option)()])
    expect(descarga.suggestedFilename()).toBe(`eventos.${formato}`)
    const archivo = await readFile(await descarga.path())
    expect(archivo.subarray(0, comienzo.length).toString()).toBe(comienzo)
    expect(archivo.length).toBeGreaterThan(1_000)
  })

test('too many rows for a PDF: the item says why', async ({ page }) => {
  await fakeFilas(page, [evento(1)], 50_001)
  await openEventos(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  const pdf = page.getByRole('menuitem', { name: 'PDF (.pdf)' })
  await expect(pdf).toBeDisabled()
  await expect(pdf).toContainText('Como mucho 50.000 filas')
  await expect(page.getByRole('menuitem', { name: 'Excel (.xlsx)' })).toBeEnabled()
})

test('nothing to export: only all events are offered', async ({ page }) => {
  await fakeFilas(page, [])
  await page.request.post('/api/login', { data: { username: 'admin', password: 'retorna' } })
  await page.goto('/NewData?search=nada')
  await expect(page.getByText('No se encontraron eventos con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Exportar' }).click()
  await expect(page.getByRole('menuitem', { name: 'Excel (.xlsx)' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: ALL })).toBeEnabled()
})

// cubre: errores 33
test('an export that fails says why', async ({ page }) => {
  await fakeFilas(page, [evento(1)])
  await page.route('**/api/export_eventos*', (r) =>
    r.fulfill({ status: 400, json: { error: 'No se pudo crear el archivo.', code: 'mal' } }),
  )
  await openEventos(page)
  await exportFile(page, 'Excel (.xlsx)')()
  await expectToast(page, 'Error al descargar Excel: No se pudo crear el archivo.')
})

// cubre: llamadas 10, constantes 23
test('all events between two days, with the filters of the screen', async ({ page }) => {
  await fakeFilas(page, [evento(1)])
  const pedidos = await fakeArchivo(page, '/api/export_eventos_excel')
  await openEventos(page, '/NewData?search=20014&estado=Parado')
  await exportFile(page, ALL)()
  await writeDay(page, 'Desde', '01032026')
  await writeDay(page, 'Hasta', '15032026')
  const nombre = await download(page, () => dialogo(page).getByRole('button', { name: 'Exportar' }).click())
  expect(nombre).toBe('eventos_completo.xlsx')
  await expect(dialogo(page)).toBeHidden()
  const { exportacion: _, ...query } = Object.fromEntries(pedidos[0]?.searchParams ?? [])
  expect(query).toEqual({
    search: '20014',
    estado: 'Parado',
    start_date: '2026-03-01',
    end_date: '2026-03-15',
  })
})

test('the end cannot come before the beginning', async ({ page }) => {
  await fakeFilas(page, [evento(1)])
  const pedidos = await fakeArchivo(page, '/api/export_eventos_excel')
  await openEventos(page)
  await exportFile(page, ALL)()
  await writeDay(page, 'Desde', '15032026')
  await writeDay(page, 'Hasta', '01032026')
  await expect(dialogo(page).getByText('La fecha de fin es anterior a la de inicio.')).toBeVisible()
  await dialogo(page).getByRole('button', { name: 'Exportar' }).click()
  await expect(page.getByRole('group', { name: 'Hasta' }).getByRole('spinbutton').first()).toBeFocused()
  expect(pedidos).toEqual([])
  await writeDay(page, 'Hasta', '20032026')
  await download(page, () => dialogo(page).getByRole('button', { name: 'Exportar' }).click())
  expect(pedidos[0]?.searchParams.get('end_date')).toBe('2026-03-20')
})

test('half a date is not taken for none; the cross takes it away', async ({ page }) => {
  await fakeFilas(page, [evento(1)])
  await openEventos(page)
  await exportFile(page, ALL)()
  await writeDay(page, 'Desde', '15')
  const button = dialogo(page).getByRole('button', { name: 'Exportar' })
  await button.click()
  await expect(page.getByRole('group', { name: 'Desde' }).getByRole('spinbutton').first()).toBeFocused()
  await expect(dialogo(page)).toBeVisible()
  await dialogo(page).getByRole('button', { name: 'Borrar fecha' }).click()
  await button.click()
  await expect(page.getByRole('alertdialog').getByText(PREGUNTA)).toBeVisible()
})

// cubre: validacion 21
test('without days it asks first, and Cancelar goes back', async ({ page }) => {
  await fakeFilas(page, [evento(1)])
  const pedidos = await fakeArchivo(page, '/api/export_eventos_excel')
  await openEventos(page)
  await exportFile(page, ALL)()
  await dialogo(page).getByRole('button', { name: 'Exportar' }).click()
  const pregunta = page.getByRole('alertdialog')
  await expect(pregunta.getByText(PREGUNTA, { exact: true })).toBeVisible()
  await pregunta.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialogo(page)).toBeVisible()
  expect(pedidos).toEqual([])
  await dialogo(page).getByRole('button', { name: 'Exportar' }).click()
  const nombre = await download(page, () => pregunta.getByRole('button', { name: 'Exportar todos' }).click())
  expect(nombre).toBe('eventos_completo.xlsx')
  expect([...(pedidos[0]?.searchParams.keys() ?? [])]).toEqual(['exportacion'])
})

test('a file in the making shows how far it is and can be cancelled', async ({ page }) => {
  await fakeFilas(page, [evento(1)])
  await page.route('**/api/export_eventos?*', () => {})
  await page.route('**/api/exportaciones/*', (r) => r.fulfill({ json: { hechas: 1000, total: 4000 } }))
  await openEventos(page)
  await exportFile(page, 'Excel (.xlsx)')()
  const panel = page.getByRole('region', { name: 'Exportaciones en marcha' })
  await expect(panel).toContainText('eventos.xlsx')
  await expect(panel).toContainText(/1000.*4000/)
  await panel.getByRole('button', { name: 'Cancelar' }).click()
  await expectToast(page, 'Exportación cancelada')
  await expect(panel).toBeHidden()
})

test('calendars come only when they are needed', async ({ page }) => {
  const codigo: string[] = []
  page.on('request', (r) => r.resourceType() === 'script' && codigo.push(r.url()))
  await fakeFilas(page, [evento(1)])
  await openEventos(page)
  const alPrincipio = codigo.length
  expect(codigo.filter((u) => /calendario|selector-dia|exportar-todos|proveedor/.test(u))).toEqual([])
  await exportFile(page, ALL)()
  await expect(page.getByRole('group', { name: 'Desde' })).toBeVisible()
  expect(codigo.length).toBeGreaterThan(alPrincipio)
})

test('menu, dialog and question have no violations; Esc closes and gives the focus back', async ({
  page,
}) => {
  await fakeFilas(page, [evento(1)], 60_000)
  await openEventos(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await expect(page.getByRole('menuitem', { name: ALL })).toBeVisible()
  await expectAccesible(page, '[role="menu"]')
  await page.getByRole('menuitem', { name: ALL }).click()
  await expect(page.getByRole('group', { name: 'Desde' })).toBeVisible()
  await expectAccesible(page)
  await dialogo(page).getByRole('button', { name: 'Exportar' }).click()
  await expectAccesible(page)
  await page.keyboard.press('Escape')
  await expect(dialogo(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogo(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeFocused()
})
