import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import type { FilaLt } from '../contract/dispositivos/logistica'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const OCHO = [
  'Gestamp',
  'Descarga Llenos',
  'Almacén Lleno',
  'En Consumo',
  'Almacén Vacío',
  'Montaje Final',
  'En Tránsito',
  'Sin ubicación',
]
const filas = (page: Page) => page.locator('tbody tr[data-indice]')
const row = (page: Page, codigo: string) => filas(page).filter({ hasText: codigo })
const list = async (page: Page): Promise<FilaLt[]> =>
  (await (await page.request.get('/api/logistica?empresa=1')).json()).data

async function open(page: Page, { ruta = '/Logistics', cuenta = 'operario' } = {}) {
  await enterAs(page, cuenta)
  await page.goto(ruta)
  await expect(page.getByRole('heading', { name: 'Tabla MF', level: 1 })).toBeVisible()
}

/** Changes are made in company 3, which no other test looks at. */
async function openDeTres(page: Page) {
  await enterAs(page, 'admin')
  await page.goto('/')
  await page.evaluate(() => sessionStorage.setItem('retorna.empresa', '3'))
  const previous = await (await page.request.get('/api/logistica?empresa=3')).json()
  for (const { codigo } of previous.data) await page.request.delete(`/api/logistica/lt/${codigo}?empresa=3`)
  await page.goto('/Logistics')
  await expect(page.getByText('El catálogo de LT está vacío')).toBeVisible()
}
const csv = (text: string | Buffer) => ({
  name: 'lt.csv',
  mimeType: 'text/csv',
  buffer: typeof text === 'string' ? Buffer.from(text) : text,
})

// cubre: logistica 1-2 5-7, constantes 24
test('eight locations in coloured groups, without Montaje Bruto, and a row of totals', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('columnheader', { includeHidden: false })).toHaveText([
    'Proveedor',
    'Llenos',
    'Consumo',
    'Vacíos',
    'Montaje',
    'Fuera de planta',
    'LT',
    'Descripción',
    'Total',
    ...OCHO,
    'Diferencia',
  ])
  const fondos = await page
    .locator('thead th[scope=colgroup]')
    .evaluateAll((ths) => ths.map((th) => getComputedStyle(th).backgroundColor))
  expect([fondos.length, new Set(fondos).size]).toEqual([6, 6])
  const lista = await list(page)
  expect(lista.length).toBeGreaterThan(125)
  await expect(page.getByRole('navigation', { name: 'Paginación' })).toContainText(
    `1–${lista.length} de ${lista.length}`,
  )
  const suma = lista.reduce((n, f) => n + f.total, 0)
  const pie = page.locator('tfoot td')
  await expect(pie.nth(0)).toHaveText('Total')
  await expect(pie.nth(2)).toHaveText(suma.toLocaleString('es'))
  await expect(pie.last()).toHaveText(/^Faltan \d+(\+\d+ en otras ubicaciones)?$/)
  await expect(pie.first()).toBeInViewport()
})

// cubre: logistica 3
test('the difference is a word and a number; an LT leads to its family in the inventory', async ({
  page,
}) => {
  const FIJAS: FilaLt[] = [
    [5, 5],
    [5, 4],
    [4, 2],
    [3, 4],
  ].map(([total = 0, encontrados = 0], i) => ({
    empresa: 1,
    codigo: `4100${i + 1}`,
    descripcion: `Pieza ${i}`,
    total,
    cuentas: [encontrados, 0, 0, 0, 0, 0, 0, 0],
    otras: i === 3 ? 1 : 0,
    dudosas: [i === 2 ? 1 : 0, 0, 0, 0, 0, 0, 0, 0, 0],
    sin_senal: [i === 2 ? 1 : 0, 0, 0, 0, 0, 0, 0, 0, 0],
    encontrados,
  }))
  await page.route('**/api/logistica?*', (r) => r.fulfill({ json: { data: FIJAS } }))
  await page.route('**/api/logistica', (r) => r.fulfill({ json: { data: FIJAS } }))
  await open(page)
  await expect(filas(page).locator('td:last-child')).toHaveText([
    'Completo',
    'Falta 1',
    'Faltan 2',
    'Sobra 1+1 en otras ubicaciones',
  ])
  await expect(row(page, '41003').getByRole('link', { name: '1 dudoso, 1 sin señal en Gestamp' })).toHaveText(
    '2 inciertos',
  )
  await expect(row(page, '41003')).toHaveAttribute('data-tono', 'amber')
  await expect(row(page, '41001')).not.toHaveAttribute('data-tono')
  await expect(page.locator('tfoot').getByRole('link', { name: '15 en Gestamp' })).toHaveText('15')
  await page.getByRole('link', { name: /^41002,/ }).click()
  await expect(page).toHaveURL(/\/poc-status\?familia=41002$/)
  await page.goBack()
  await row(page, '41004').getByRole('link', { name: '+1 en otras ubicaciones' }).click()
  await expect(page).toHaveURL(/\/poc-status\?familia=41004&montaje=otras$/)
})

test('each number leads to the list that it was counted from, which adds up to it', { tag: '@main' }, async ({
  page,
}) => {
  await open(page)
  const lista = await list(page)
  const total = (query: string) =>
    page.request
      .get(`/api/device_poc_status?page=1&per_page=1&empresa=1&${query}`)
      .then(async (r) => (await r.json()).total)
  // The one with most: of a single container the number may be gone before it is pressed.
  const most = (some: typeof lista) =>
    some.toSorted((a, b) => (b.cuentas[2] ?? 0) - (a.cuentas[2] ?? 0)).find((f) => f.cuentas[2])
  const codigo = most(lista.filter((f) => f.otras > 0)) ?? most(lista)
  expect(codigo).toBeDefined()
  const celda = row(page, codigo?.codigo ?? '').getByRole('link', { name: / en Almacén Lleno, / })
  const href = new URL((await celda.getAttribute('href')) ?? '', page.url())
  // The simulator keeps running: board and list are reloaded until both show the same state.
  await expect
    .poll(async () => {
      const now = (await list(page)).find((f) => f.codigo === codigo?.codigo)
      return (await total(href.search.slice(1))) === now?.cuentas[2]
    })
    .toBe(true)
  await celda.click()
  await expect(page).toHaveURL(/\/poc-status\?familia=\d+&montaje=final&ubicacion=Almac/)
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `${codigo?.codigo}-` })
      .first(),
  ).toBeVisible()
})

test('search and order live in the address; totals are of what is found', async ({ page }) => {
  await open(page)
  const lista = await list(page)
  await page.getByPlaceholder('Buscar LT o descripción').fill('PILAR b')
  await expect(page).toHaveURL(/buscar=/)
  const halladas = lista.filter((f) => f.descripcion.includes('pilar B'))
  await expect(filas(page)).toHaveCount(halladas.length)
  await expect(page.locator('tfoot td').nth(2)).toHaveText(String(halladas.reduce((n, f) => n + f.total, 0)))
  await page.getByRole('columnheader', { name: 'LT', exact: true }).getByRole('button').click()
  await expect(page).toHaveURL(/sentido=desc/)
  await expect(filas(page).locator('td:first-child')).toHaveText(halladas.map((f) => f.codigo).reverse())
  await page.goBack()
  await expect(filas(page).locator('td:first-child')).toHaveText(halladas.map((f) => f.codigo))
  await page.goto('/Logistics?buscar=no-hay-tal')
  await expect(page.getByText('Ningún LT coincide con la búsqueda')).toBeVisible()
})

// cubre: logistica 4, constantes 21
test('the Excel has the groups, the columns on screen and the totals', async ({ page }) => {
  await open(page, { ruta: '/Logistics?buscar=Piso&orden=total&sentido=desc' })
  await expect(filas(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('Tablero_Montaje_Final.xlsx')
  const [hoja] = (await readXlsx(new Uint8Array(await readFile(await descarga.path())))).sheets
  const rows = hoja?.rows ?? []
  expect(rows[0]?.filter(Boolean)).toEqual([
    'Proveedor',
    'Llenos',
    'Consumo',
    'Vacíos',
    'Montaje',
    'Fuera de planta',
  ])
  expect(rows[1]).toEqual(['LT', 'Descripción', 'Total', ...OCHO, 'Diferencia'])
  const codigos = await filas(page).locator('td:first-child').allTextContents()
  expect(rows.slice(2, -1).map((r) => r[0])).toEqual(codigos)
  const totales = await filas(page).locator('td:nth-child(3)').allTextContents()
  expect(rows.at(-1)?.slice(0, 3)).toEqual(['Total', null, totales.reduce((n, t) => n + Number(t), 0)])
})

test('a CSV is tried first, its good lines are imported, and codes are edited and deleted', async ({
  page,
}) => {
  await openDeTres(page)
  await page.getByRole('button', { name: 'Importar catálogo' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Importar el catálogo de LT' })
  await expect(dialogo).toContainText('Logística Llanada')
  const archivo = dialogo.locator('input[type=file]')
  await archivo.setInputFiles(csv('no;vale\n1;2\n'))
  await expect(dialogo.getByRole('alert')).toContainText('Faltan las columnas codigo, descripcion, total.')
  await expect(dialogo.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()
  await archivo.setInputFiles(
    csv(Buffer.from('codigo;descripción;total\n70001;Araña ñ;5\n70002;Otra;x\n70003;Más;0\n', 'latin1')),
  )
  await expect(dialogo.getByRole('list', { name: 'Líneas con error' })).toContainText(
    'Línea 370002total: El total «x» no es un número entero',
  )
  await expect(dialogo.getByRole('list', { name: 'Códigos nuevos y cambiados' })).toContainText('Araña ñ · 5')
  expect((await (await page.request.get('/api/logistica?empresa=3')).json()).data).toEqual([])
  await expect(dialogo.getByRole('button', { name: 'Importar 2 códigos' })).toBeDisabled()
  await dialogo.getByLabel('Importar solo las filas sin errores; la fila con error se queda fuera').check()
  await dialogo.getByRole('button', { name: 'Importar 2 códigos' }).click()
  await expectToast(page, 'Catálogo importado: 2 nuevos, 0 cambiados')
  await expect(row(page, '70001')).toContainText('Araña ñ')
  await expect(row(page, '70001')).toContainText('Faltan 5')

  await page.getByRole('button', { name: 'Editar 70001' }).click()
  const ficha = page.getByRole('dialog', { name: 'LT 70001' })
  await ficha.getByLabel('Total').fill('1,5')
  await expect(ficha.getByText('El total debe ser un número entero, de 0 en adelante.')).toBeVisible()
  await ficha.getByLabel('Total').fill('7')
  await page.keyboard.press('Enter')
  await expect(row(page, '70001')).toContainText('Faltan 7')
  await page.getByRole('button', { name: 'Eliminar 70003' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(row(page, '70003')).toHaveCount(0)
  const { data } = await (await page.request.get('/api/logistica?empresa=3')).json()
  expect(data.map((f: FilaLt) => [f.codigo, f.total])).toEqual([['70001', 7]])
})

// cubre: errores 18
test('who is no admin only looks; what fails says why', async ({ page }) => {
  let response: object | undefined = { status: 500, body: 'x' }
  await page.route(/\/api\/logistica(\?|$)/, (r) => (response ? r.fulfill(response) : r.continue()))
  await open(page)
  await expect(page.getByText('Error al obtener los datos')).toBeVisible()
  response = { status: 400, json: { error: 'No se pudo leer el tablero.', code: 'mal' } }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No se pudo leer el tablero.')).toBeVisible()
  response = undefined
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(filas(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Importar|Editar|Eliminar)/ })).toHaveCount(0)
})

test('no accessibility violations; on a phone the codes stay in sight while the columns go by', async ({
  page,
}) => {
  await open(page, { cuenta: 'admin' })
  await expect(filas(page).first()).toBeVisible()
  await expectAccesible(page)
  await page.getByRole('button', { name: 'Importar' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(csv('codigo;descripcion;total\n1;a;b\n2;c;3\n'))
  await expect(page.getByRole('list', { name: 'Líneas con error' })).toBeVisible()
  await expectAccesible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/Logistics?buscar=Piso')
  const rejilla = page.getByRole('grid', { name: 'Tabla MF' })
  await expect(rejilla.getByRole('row')).toHaveCount(5)
  const codigo = row(page, '20015').getByRole('gridcell').first()
  const faltan = row(page, '20015').getByText(/Falta|Completo|Sobra/)
  await faltan.scrollIntoViewIfNeeded()
  await expect(faltan).toBeInViewport({ ratio: 1 })
  await expect(codigo).toBeInViewport({ ratio: 1 })
  await expectSinDesborde(page)
  await expectAccesible(page)
})
