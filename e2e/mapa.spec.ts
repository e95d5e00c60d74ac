import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { entrarComo } from './entrar'
import { abrirMapa, filas, flota, marcadores } from './mapa'

test('starts on the plant, with the table of what is visible and how many of how many', async ({ page }) => {
  await abrirMapa(page)
  const { total } = await flota(page)
  await expect(page.getByText(new RegExp(`de ${total.toLocaleString('es')}$`)).first()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Apodo',
    'TipoDispositivo',
    'UltimoRegistro',
    'Detalles',
  ])
  expect(await filas(page).count()).toBeLessThanOrEqual(25)
  expect(new URL(page.url()).search).toBe('')
})

test('filters live in the address, and back undoes them', async ({ page }) => {
  await abrirMapa(page)
  const apodo = (await flota(page, { tipo: 'SmartBle' })).data[0]?.Apodo ?? ''
  await page.getByPlaceholder('Buscar Apodo').fill(apodo)
  await expect(page).toHaveURL(/buscar=/)
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'Reader' }).click()
  await expect(page).toHaveURL(/tipo=Reader/)
  await expect(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtro de tipo' }).click()
  await expect(filas(page).first()).toContainText(apodo)
  await page.goBack()
  await expect(page).toHaveURL(/tipo=Reader/)
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(page).not.toHaveURL(/buscar|tipo/)
  await expect(page.getByPlaceholder('Buscar Apodo')).toHaveValue('')
})

test('filters in force are chips that take themselves away', async ({ page }) => {
  await abrirMapa(page, '/?buscar=20014&tipo=SmartBle')
  await page.getByRole('button', { name: 'Quitar Tipo: SmartBle' }).click()
  await expect(page).not.toHaveURL(/tipo/)
  await page.getByRole('button', { name: 'Quitar Apodo: 20014' }).click()
  await expect(page.getByPlaceholder('Buscar Apodo')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Filtros aplicados' })).toBeHidden()
})

test('sorts and pages on the server', async ({ page }) => {
  await abrirMapa(page)
  await page.getByRole('columnheader', { name: 'Apodo' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Apodo' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sentido=desc/)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect(filas(page)).toHaveCount(10)
  // Only the nickname: the time beside it goes on changing.
  const primero = filas(page).first().locator('td').first()
  const apodo = await primero.textContent()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await expect(primero).not.toHaveText(apodo ?? '')
  await page.goBack()
  await expect(primero).toHaveText(apodo ?? '')
})

test('an empty part of the map says so and leads to the whole fleet', async ({ page }) => {
  await entrarComo(page, 'admin')
  await page.goto('/?lat=36.5&lon=-30&zoom=9')
  await expect(page.getByText('No hay dispositivos visibles en esta zona del mapa.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver toda la flota' }).click()
  const { total } = await flota(page)
  const texto = total.toLocaleString('es')
  await expect(page.getByText(`${texto} de ${texto}`, { exact: true })).toBeVisible()
})

test('details open from a row, say what is known, and close with back or Esc', async ({ page }) => {
  await abrirMapa(page)
  const boton = page.getByRole('button', { name: /^Detalles de / }).first()
  await boton.click()
  const dialogo = page.getByRole('dialog')
  await expect(dialogo).toBeVisible()
  for (const linea of ['Tipo de dispositivo', 'Último registro', 'Visto por', 'Posible Estado', 'Movimiento'])
    await expect(dialogo.getByText(linea, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/detalle=/)
  await page.goBack()
  await expect(dialogo).toBeHidden()
  await boton.click()
  await page.keyboard.press('Escape')
  await expect(dialogo).toBeHidden()
  await expect(boton).toBeFocused()
  await expect(page).not.toHaveURL(/detalle/)
})

test('an address with details opens them', async ({ page }) => {
  await entrarComo(page, 'admin')
  const uno = (await flota(page, { tipo: 'SmartBle' })).data.find((d) => d.Apodo)
  await page.goto(`/newMap?detalle=${uno?.Dispositivo}`)
  await expect(page.getByRole('dialog', { name: uno?.Apodo ?? '' })).toBeVisible()
})

test('columns that can be chosen carry the words of the details', async ({ page }) => {
  await abrirMapa(page)
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  for (const nombre of ['Movimiento', 'Posible Estado', 'Visto por'])
    await page.getByRole('menuitemcheckbox', { name: nombre, exact: true }).click()
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
  for (const caja of await Promise.all((await filas(page).all()).map((f) => f.boundingBox())))
    expect(caja?.height).toBe(36)
})

test('the keyboard walks the rows and opens one', async ({ page }) => {
  await abrirMapa(page)
  await filas(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(filas(page).nth(1)).toBeFocused()
  await expect(filas(page).nth(1)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d|Sin datos/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the splitter is dragged, moved with arrows, and remembered', async ({ page }) => {
  await abrirMapa(page)
  const barra = page.getByRole('separator')
  await barra.focus()
  await page.keyboard.press('ArrowRight')
  await expect(barra).toHaveAttribute('aria-valuenow', '52')
  const caja = await barra.boundingBox()
  await page.mouse.move(caja?.x ?? 0, 300)
  await page.mouse.down()
  await page.mouse.move(500, 300, { steps: 4 })
  await page.mouse.up()
  const puesto = await barra.getAttribute('aria-valuenow')
  expect(Number(puesto)).toBeLessThan(45)
  await page.reload()
  await expect(barra).toHaveAttribute('aria-valuenow', puesto ?? '')
})

for (const [opcion, nombre] of [
  ['Excel (.xlsx)', 'dispositivos_visibles.xlsx'],
  ['PDF (.pdf)', 'dispositivos_visibles.pdf'],
] as const)
  test(`exports what is visible as ${nombre}`, async ({ page }) => {
    await abrirMapa(page)
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [descarga] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: opcion }).click(),
    ])
    expect(descarga.suggestedFilename()).toBe(nombre)
    expect((await readFile(await descarga.path())).length).toBeGreaterThan(0)
  })

test('an export that fails says why', async ({ page }) => {
  await page.route('**/api/export_dispositivos_visibles*', (r) =>
    r.fulfill({ status: 500, json: { error: 'No se pudo crear el archivo.', code: 'interno' } }),
  )
  await abrirMapa(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect(page.getByText('Error al descargar Excel: No se pudo crear el archivo.')).toBeVisible()
})

test('a failing list offers to try again', async ({ page }) => {
  let falla = true
  await page.route('**/api/devices_in_bounds*', (r) =>
    falla
      ? r.fulfill({ status: 400, json: { error: 'La lista no se puede leer.', code: 'mal' } })
      : r.continue(),
  )
  await entrarComo(page, 'admin')
  await page.goto('/')
  await expect(marcadores(page).first()).toBeVisible()
  await expect(page.getByText('La lista no se puede leer.')).toBeVisible()
  // The map has come to rest, and with it what is asked for.
  await page.waitForTimeout(800)
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(filas(page).first()).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`accessibility, ${colorScheme}`, () => {
    test.use({ colorScheme })
    test('screen and details have no violations', async ({ page }) => {
      await abrirMapa(page)
      await page.waitForTimeout(500)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page
        .getByRole('button', { name: /^Detalles de / })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForTimeout(300)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    })
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('map and list are two tabs; the list is cards', async ({ page }) => {
    await entrarComo(page, 'admin')
    await page.goto('/')
    await expect(marcadores(page).first()).toBeVisible()
    await page.getByRole('tab', { name: /^Lista/ }).click()
    const tarjetas = page.getByRole('list', { name: 'Dispositivos visibles' }).getByRole('listitem')
    await expect(tarjetas.first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await tarjetas.first().getByRole('button').first().click()
    await expect(page.getByRole('tab', { name: 'Mapa' })).toHaveAttribute('aria-selected', 'true')
  })
})
