import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pressKey } from '../../testing/keys'
import { column, rows, texts } from '../../testing/rows'
import { press } from '../../testing/steps'
import { eventOf, openEvents, rowsOf, showColumns } from './fixtures'

const headers = () => texts(page.getByRole('columnheader'))
const cells = (n: number) => [...(rows()[n]?.querySelectorAll('td') ?? [])].map((c) => c.textContent)
const colorOf = (e: Element) => getComputedStyle(e).color

// cubre: eventos 9
test('keys of Valor are columns to choose from, and fixed fields win over them', async () => {
  await openEvents(
    '/NewData',
    rowsOf([
      eventOf(1, {
        Valor: '{"rssi":-71.5,"Bateria":3,"acel":{"x":[1,2]},"activo":true,"constructor":"Acme"}',
      }),
      eventOf(2, { Valor: 'esto no es JSON' }),
    ]),
  )
  await expect.poll(rows).toHaveLength(2)
  const atFirst = headers()
  expect(atFirst).toHaveLength(6)
  await showColumns('temperatura', 'Dispositivo', 'acel', 'activo', 'rssi', 'constructor')
  expect(headers()).toEqual([
    ...atFirst,
    'temperatura',
    'Dispositivo',
    'acel',
    'activo',
    'constructor',
    'rssi',
  ])
  const [time, state, battery, container, reader, label, temperature, ...rest] = cells(0)
  expect([state, battery, container, reader, label]).toEqual([
    'Parado',
    '80 %',
    '20014-001',
    'LEC-101',
    'ET1',
  ])
  expect(time).toContain('12/03/2026 10:20:30')
  expect(temperature).toContain('21,5 °C')
  expect(rest).toEqual(['AABBCC000001', '{"x":[1,2]}', 'Sí', 'Acme', '-71,5'])
  expect(cells(1).at(-1)).toBe('—')
})

// cubre: eventos 7
test('a column chosen once stays, also where a page has no such key', async () => {
  const first = await openEvents('/NewData', rowsOf([eventOf(1, { Valor: '{"rssi":-71}' })]))
  await expect.poll(rows).toHaveLength(1)
  await showColumns('rssi')
  expect(cells(0).at(-1)).toBe('-71')
  await first.screen.unmount()
  await openEvents('/NewData', rowsOf([eventOf(1, { Valor: '{"otra":1}' })]))
  await expect.poll(() => headers().at(-1)).toBe('rssi')
  await expect.poll(() => cells(0).at(-1)).toBe('—')
})

test('columns are put in another order, which is remembered', async () => {
  const first = await openEvents('/NewData', rowsOf([eventOf(1)]))
  await expect.poll(rows).toHaveLength(1)
  await press('Columnas y densidad')
  await press('Subir Estado')
  // It is the first one now and cannot go up.
  await expect.element(page.getByRole('button', { name: 'Bajar Estado' })).toHaveFocus()
  await pressKey('Escape')
  await expect.poll(() => headers()[0]).toBe('Estado')
  await first.screen.unmount()
  await openEvents('/NewData', rowsOf([eventOf(1)]))
  await expect.poll(() => headers()[0]).toBe('Estado')
})

// cubre: eventos 11, constantes 15
test('the battery bar is success from 50, warning from 25, else error', async () => {
  const charges = [100, 50, 49.9, 25, 24.9, 0, null]
  await openEvents('/NewData', rowsOf(charges.map((Bateria, i) => eventOf(i + 1, { Bateria }))))
  await expect.poll(() => column(2)).toEqual(['100 %', '50 %', '49 %', '25 %', '24 %', '0 %', 'Sin datos'])
  const colors = [...document.querySelectorAll('td [data-nivel] [style*="width"]')].map(
    (e) => getComputedStyle(e).backgroundColor,
  )
  const [full, , warning, , error] = colors
  expect(colors).toEqual([full, full, warning, warning, error, error])
  expect(new Set(colors).size).toBe(3)
})

// cubre: eventos 12, constantes 16
test('temperatures come in five bands, each with its colour and its word', async () => {
  const degrees = [-0.5, 0, 14.9, 15, 24.9, 25, 34.9, 35, null]
  await openEvents('/NewData', rowsOf(degrees.map((temperatura, i) => eventOf(i + 1, { temperatura }))))
  await expect.poll(rows).toHaveLength(9)
  await showColumns('temperatura')
  const shown = [...document.querySelectorAll('tbody td.numerica')]
  expect(shown[0]?.textContent).toContain('-0,5 °C')
  expect(shown[8]?.textContent).toBe('—')
  const bands = ['Bajo cero', 'Frío', 'Frío', 'Templado', 'Templado', 'Cálido', 'Cálido', 'Caliente']
  for (const [i, name] of bands.entries())
    await expect
      .element(page.elementLocator(shown[i] as Element).getByRole('img', { name, exact: true }))
      .toBeVisible()
  const colors = shown.slice(0, 8).map((e) => colorOf(e.querySelector(':scope > span') as Element))
  expect(new Set(colors).size).toBe(5)
  expect(getComputedStyle(shown[0] as Element).textAlign).toBe('right')
})

// cubre: eventos 10
test('a container without a label has a red icon that says so', async () => {
  await openEvents('/NewData', rowsOf([eventOf(1, { Etiqueta: '-1' }), eventOf(2, { Etiqueta: null })]))
  await expect.poll(() => column(5)).toEqual(['Sin etiqueta', '—'])
  const icon = page.getByRole('img', { name: 'Sin etiqueta' })
  await expect.element(icon).toBeVisible()
  const [r = 0, g = 0, b = 0] = (colorOf(icon.element()).match(/[\d.]+/g) ?? []).map(Number)
  expect(r).toBeGreaterThan(Math.max(g, b))
})

test('the state is a chip in the colour of its meaning; the time says how long ago on hover', async () => {
  const Time = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await openEvents(
    '/NewData',
    rowsOf([eventOf(1, { Estado: 'Impacto', Time }), eventOf(2, { Estado: 'En movimiento' }), eventOf(3)]),
  )
  await expect.poll(() => column(1)).toEqual(['Impacto', 'En movimiento', 'Parado'])
  const chips = [...document.querySelectorAll('td:nth-child(2) [data-tono]')]
  expect(new Set(chips.map(colorOf)).size).toBe(3)
  await expect
    .element(page.elementLocator(rows()[0]?.querySelector('time') as Element))
    .toHaveAttribute('title', 'hace 2 h')
})
