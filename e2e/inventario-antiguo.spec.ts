import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { holdRoute } from './hold'
import { antiguos, de, open, rejilla, row, rows, test, total } from './inventario'
import { expectToast } from './toasts'

const nombres = (page: Page) => rows(page).locator('td:nth-child(2)')
const mark = (page: Page, id: number) => row(page, id).getByRole('checkbox').check()
const remove = (page: Page) => page.getByRole('button', { name: /^Eliminar/ })

// cubre: antiguo 2, entidades 3, constantes 10
test('columns, ten rows, sizes up to 1000, and what the server says', async ({ page }) => {
  await open(page, '/inventory')
  await expect(page.getByRole('heading', { name: 'Inventario antiguo', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Name',
    'DeviceType',
    'statusKey',
    'Location',
    'Reader',
    'updated',
  ])
  const esperados = await antiguos(page, { per_page: '10' })
  await expect(nombres(page)).toHaveText(esperados.data.map((d) => d.Name))
  await expect(total(page)).toHaveText(de(esperados.total))
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText(['10', '20', '50', '100', '500', '1000'])
  await page.getByRole('option', { name: '50', exact: true }).click()
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await page.getByRole('checkbox', { name: 'Id', exact: true }).check()
  await page.getByRole('checkbox', { name: 'lastActive', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Reader', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Id' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'lastActive' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Reader' })).toHaveCount(0)
})

// cubre: antiguo 1
test('filters by name, type, location and reader, in the address; Limpiar takes them away', async ({
  page,
}) => {
  await open(page, '/inventory')
  await page.getByPlaceholder('Nombre').fill('20014')
  await expect(page).toHaveURL(/name=20014/)
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'SmartBle' }).click()
  await page.getByRole('combobox', { name: 'Ubicación' }).click()
  await page.getByRole('option', { name: 'Gestamp' }).click()
  await page.getByPlaceholder('Lector').fill('lec-')
  await expect(page).toHaveURL(/reader=lec-/)
  const query = { name: '20014', tipo: 'SmartBle', location: 'Gestamp', reader: 'lec-' }
  const vistos = async () => (await nombres(page).allTextContents()).join()
  // The list does not move by itself, but the containers do.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Recargar' }).click()
      return (
        (await antiguos(page, query)).data
          .slice(0, 10)
          .map((d) => d.Name)
          .join() === (await vistos())
      )
    })
    .toBe(true)
  await page.reload()
  await expect(page.getByPlaceholder('Lector')).toHaveValue('lec-')
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(page).not.toHaveURL(/name|tipo|location|reader/)
  await page.goBack()
  await expect(page.getByPlaceholder('Nombre')).toHaveValue('20014')
  await page.goto('/inventory?name=no-hay-tal')
  await expect(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
})

// cubre: antiguo 5
test('inactive rows are red', async ({ page, propios }) => {
  const { familia } = await propios(1)
  const { data } = await antiguos(page)
  const reciente = data.find((d) => d.updated && Date.now() - Date.parse(d.updated) < 3_600_000)
  await open(page, `/inventory?name=${familia}`)
  await expect(rows(page).first()).toHaveAttribute('data-tono', 'rojo')
  await page.goto(`/inventory?name=${reciente?.Name}`)
  await expect(rows(page).first()).not.toHaveAttribute('data-tono')
})

// cubre: validacion 15
test('nothing selected: says so and asks nothing', async ({ page }) => {
  await open(page, '/inventory')
  await remove(page).click()
  await expectToast(page, 'Selecciona al menos un dispositivo para eliminar.')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

// cubre: antiguo 3, errores 3
test('the selected are deleted once confirmed, and an administrator brings them back', async ({
  page,
  propios,
}) => {
  const { familia } = await propios(2)
  const { data } = await antiguos(page, { name: familia })
  const [uno, dos] = data
  if (!uno || !dos) throw new Error('not registered')
  await open(page, `/inventory?name=${familia}`)
  await mark(page, uno.id)
  await remove(page).click()
  const pregunta = page.getByRole('alertdialog', { name: 'Eliminar dispositivos' })
  await pregunta.getByRole('button', { name: 'Cancelar' }).click()
  expect((await antiguos(page, { name: familia })).total).toBe(2)
  await remove(page).click()
  await pregunta.getByRole('button', { name: 'Eliminar' }).click()
  await expectToast(page, 'Dispositivos eliminados correctamente')
  await expect(nombres(page)).toHaveText([dos.Name])
  expect((await antiguos(page, { name: familia })).data.map((d) => d.id)).toEqual([dos.id])

  await page.getByRole('button', { name: 'Dispositivos eliminados' }).click()
  const papelera = page.getByRole('dialog', { name: 'Dispositivos eliminados' })
  await papelera.getByPlaceholder('Nombre o MAC').fill(familia)
  await expect(papelera.locator('tbody tr[data-id]')).toHaveCount(1)
  await papelera.getByRole('checkbox', { name: `Seleccionar fila ${uno.id}` }).check()
  await papelera.getByRole('button', { name: 'Restaurar (1)' }).click()
  await expectToast(page, 'Dispositivos restaurados correctamente')
  await papelera.getByRole('button', { name: 'Cerrar' }).click()
  await expect(nombres(page)).toHaveText([uno.Name, dos.Name])
})

test('what stays deleted says why', async ({ page, propios }) => {
  const { familia, propios: p } = await propios(1)
  const [{ id } = { id: 0 }] = (await antiguos(page, { name: familia })).data
  await page.request.post('/api/delete_devices', { data: { ids: [id] } })
  const data = {
    mac_serie: `E2E${familia}Y`,
    es_serie: true,
    tipo_dispositivo: 'SmartBle',
    apodo: p[0]?.apodo,
    empresa: 1,
  }
  expect((await page.request.post('/api/update_device_details', { data })).status()).toBe(200)
  await open(page, '/inventory')
  await page.getByRole('button', { name: 'Dispositivos eliminados' }).click()
  const papelera = page.getByRole('dialog', { name: 'Dispositivos eliminados' })
  await papelera.getByPlaceholder('Nombre o MAC').fill(familia)
  await expect(papelera.locator('tbody tr[data-id]')).toHaveCount(1)
  await papelera.getByRole('checkbox', { name: `Seleccionar fila ${id}` }).check()
  await papelera.getByRole('button', { name: 'Restaurar (1)' }).click()
  await expect(page.getByText('0 hechos de 1 · 1 sin hacer')).toBeVisible()
  await expect(page.getByText(`El apodo ${p[0]?.apodo} ya lo tiene otro dispositivo.`)).toBeVisible()
})

test('one that was gone already is told apart', async ({ page, propios }) => {
  const { familia } = await propios(2)
  await open(page, `/inventory?name=${familia}`)
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }).check()
  const { data } = await antiguos(page, { name: familia })
  await page.request.post('/api/delete_devices', { data: { ids: [data[0]?.id] } })
  await remove(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('1 hecho de 2 · 1 sin hacer')).toBeVisible()
  await expect(page.getByText('Ya estaba eliminado.')).toBeVisible()
})

// cubre: errores 4 6
test('without rights, or when it fails, the words of the specification', async ({ page }) => {
  await open(page, '/inventory', 'operario')
  await expect(page.getByRole('button', { name: 'Dispositivos eliminados' })).toHaveCount(0)
  await rows(page).first().getByRole('checkbox').check()
  const erase = async () => {
    await remove(page).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  }
  await erase()
  await expectToast(page, 'No tienes permisos de administrador para eliminar dispositivos.')
  await page.route('**/api/delete_devices', (r) =>
    r.fulfill({ status: 500, json: { error: 'Se ha roto.', code: 'x' } }),
  )
  await erase()
  await expectToast(page, 'Error al eliminar dispositivos: Se ha roto.')
})

// cubre: antiguo 4
test('Inventario.xlsx: the columns of the screen, and only what is selected', async ({ page }) => {
  await open(page, '/inventory')
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await page.getByRole('checkbox', { name: 'statusKey', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  const elegidos = (await nombres(page).allTextContents()).slice(1, 3)
  for (const i of [1, 2]) await rows(page).nth(i).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('Inventario.xlsx')
  const [hoja] = (await readXlsx(new Uint8Array(await readFile(await descarga.path())))).sheets
  expect(hoja?.rows[0]).toEqual(['Name', 'DeviceType', 'Location', 'Reader', 'updated'])
  expect(hoja?.rows.slice(1).map((r) => r[0])).toEqual(elegidos)
})

test('of a thousand rows those in sight are drawn at once, and the keyboard reaches the last', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const muestra = (await antiguos(page, { per_page: '10' })).data
  const data = Array.from({ length: 1000 }, (_, i) => ({ ...muestra[i % 10], id: i + 1, Name: `N-${i + 1}` }))
  const release = await holdRoute(page, /\/api\/devices\?/, (r) => r.fulfill({ json: { data, total: 1000 } }))
  await page.goto('/inventory?filas=1000')
  await expect(rejilla(page)).toBeVisible()
  // CPU time of the page, which other programs on the machine do not lengthen.
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1000 * (metrics.find((m) => m.name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await cpuMs()
  release()
  await expect(row(page, 1)).toBeVisible()
  const spent = (await cpuMs()) - before
  expect(spent).toBeGreaterThan(0)
  expect(spent).toBeLessThan(1_500)
  expect(await rows(page).count()).toBeLessThan(100)
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(row(page, 1000)).toBeFocused()
})

for (const width of [1440, 390])
  test(`no accessibility violations at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'admin')
    await page.goto('/inventory?filas=10&name=20014')
    const casilla = page.getByRole('checkbox', { name: /^Seleccionar fila/ }).first()
    await casilla.check()
    await expectAccesible(page)
    await expectSinDesborde(page)
    await page.getByRole('button', { name: 'Dispositivos eliminados' }).click()
    await expect(page.getByRole('dialog').getByPlaceholder('Nombre o MAC')).toBeVisible()
    await expectAccesible(page)
  })
