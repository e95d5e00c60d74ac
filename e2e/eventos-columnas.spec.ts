import { expect } from '@playwright/test'
import { colorOf } from './color'
import { chooseColumnas, evento, fakeFilas, fakePagina, openEventos, rows } from './eventos'
import { test } from './prueba'

// cubre: eventos 9
test('keys of Valor are columns to choose from, and fixed fields win over them', async ({ page }) => {
  await fakeFilas(page, [
    evento(1, { Valor: '{"rssi":-71.5,"Bateria":3,"acel":{"x":[1,2]},"activo":true,"constructor":"Acme"}' }),
    evento(2, { Valor: 'esto no es JSON' }),
  ])
  await openEventos(page)
  const deFabrica = await page.getByRole('columnheader').allTextContents()
  expect(deFabrica).toHaveLength(6)
  await chooseColumnas(page, 'temperatura', 'Dispositivo', 'acel', 'activo', 'rssi', 'constructor')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...deFabrica,
    'temperatura',
    'Dispositivo',
    'acel',
    'activo',
    'constructor',
    'rssi',
  ])
  await expect(rows(page).first().locator('td')).toHaveText([
    /12\/03\/2026 10:20:30/,
    'Parado',
    '80 %',
    '20014-001',
    'LEC-101',
    'ET1',
    /21,5 °C/,
    'AABBCC000001',
    '{"x":[1,2]}',
    'Sí',
    'Acme',
    '-71,5',
  ])
  await expect(rows(page).nth(1).locator('td').last()).toHaveText('—')
})

// cubre: eventos 7
test('a column chosen once stays, also where a page has no such key', async ({ page }) => {
  let valor = '{"rssi":-71}'
  await fakePagina(page, () => ({ data: [evento(1, { Valor: valor })], total: 1 }))
  await openEventos(page)
  await chooseColumnas(page, 'rssi')
  await expect(rows(page).first().locator('td').last()).toHaveText('-71')
  valor = '{"otra":1}'
  await page.reload()
  await expect(page.getByRole('columnheader').last()).toHaveText('rssi')
  await expect(rows(page).first().locator('td').last()).toHaveText('—')
})

test('columns are put in another order', async ({ page }) => {
  await fakeFilas(page, [evento(1)])
  await openEventos(page)
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await page.getByRole('button', { name: 'Subir Estado' }).click()
  await expect(page.getByRole('button', { name: 'Bajar Estado' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader').first()).toHaveText('Estado')
  await page.reload()
  await expect(page.getByRole('columnheader').first()).toHaveText('Estado')
})

// cubre: eventos 11, constantes 15
test('the battery bar is success from 50, warning from 25, else error', async ({ page }) => {
  const cargas = [100, 50, 49.9, 25, 24.9, 0]
  await fakeFilas(
    page,
    [...cargas, null].map((Bateria, i) => evento(i + 1, { Bateria })),
  )
  await openEventos(page)
  const celdas = rows(page).locator('td:nth-child(3)')
  await expect(celdas).toHaveText(['100 %', '50 %', '49 %', '25 %', '24 %', '0 %', 'Sin datos'])
  const colores = await celdas
    .locator('[data-nivel] [style*="width"]')
    .evaluateAll((e) => e.map((x) => getComputedStyle(x).backgroundColor))
  const [lleno, , aviso, , error] = colores
  expect(colores).toEqual([lleno, lleno, aviso, aviso, error, error])
  expect(new Set(colores).size).toBe(3)
})

// cubre: eventos 12, constantes 16
test('temperatures come in five bands, each with its colour and its word', async ({ page }) => {
  const grados = [-0.5, 0, 14.9, 15, 24.9, 25, 34.9, 35]
  await fakeFilas(
    page,
    [...grados, null].map((temperatura, i) => evento(i + 1, { temperatura })),
  )
  await openEventos(page)
  await chooseColumnas(page, 'temperatura')
  const celdas = rows(page).locator('td.numerica')
  await expect(celdas.nth(0)).toContainText('-0,5 °C')
  await expect(celdas.nth(8)).toHaveText('—')
  const bands = ['Bajo cero', 'Frío', 'Frío', 'Templado', 'Templado', 'Cálido', 'Cálido', 'Caliente']
  for (const [i, band] of bands.entries())
    await expect(celdas.nth(i).getByRole('img', { name: band })).toBeVisible()
  const colores = await celdas.locator('> span').evaluateAll((e) => e.map((x) => getComputedStyle(x).color))
  expect(new Set(colores.slice(0, 8)).size).toBe(5)
  await expect(celdas.first()).toHaveCSS('text-align', 'right')
})

// cubre: eventos 10
test('a container without a label has an icon that says so', async ({ page }) => {
  await fakeFilas(page, [evento(1, { Etiqueta: '-1' }), evento(2, { Etiqueta: null })])
  await openEventos(page)
  const icono = rows(page).first().getByRole('img', { name: 'Sin etiqueta' })
  await expect(icono).toBeVisible()
  expect(await colorOf(icono)).toBe('rojo')
  await expect(rows(page).first().locator('td').last()).toHaveText('Sin etiqueta')
  await expect(rows(page).nth(1).locator('td').last()).toHaveText('—')
})

test('the state is a chip in the colour of its meaning; the time says how long ago on hover', async ({
  page,
}) => {
  await fakeFilas(page, [
    evento(1, { Estado: 'Impacto', Time: new Date(Date.now() - 2 * 3_600_000).toISOString() }),
    evento(2, { Estado: 'En movimiento' }),
    evento(3),
  ])
  await openEventos(page)
  const chips = rows(page).locator('td:nth-child(2) [data-tono]')
  await expect(chips).toHaveText(['Impacto', 'En movimiento', 'Parado'])
  expect(new Set(await chips.evaluateAll((e) => e.map((x) => getComputedStyle(x).color))).size).toBe(3)
  await expect(rows(page).first().locator('time')).toHaveAttribute('title', 'hace 2 h')
})
