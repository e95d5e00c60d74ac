import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { device, fleet } from '../../testing/devices'
import { catchDownloads, sendFile } from '../../testing/files'
import { onMap } from '../../testing/map'
import { openApp } from '../../testing/open-app'
import { column, rows, texts } from '../../testing/rows'
import { button } from '../../testing/steps'

type Options = { devices?: Dispositivo[]; answers?: Answers; width?: number }

async function open(address = '/', { devices = fleet(60), answers, width = 1440 }: Options = {}) {
  const app = await openApp(address, { width, answers: { ...onMap(devices), ...answers } })
  const requests = (name: keyof Answers) =>
    app.asked.filter((a) => a.name === name).map((a) => a.request.query)
  return { ...app, requests }
}
const nicknames = () => rows().map((r) => r.querySelector('td button')?.textContent)
const details = (n: number) => page.getByRole('button', { name: /^Detalles de / }).nth(n)

// cubre: mapa 2 4 12, constantes 25
test('starts on the plant, with the table of what is visible and how many of how many', async () => {
  const { requests } = await open('/', {
    answers: {
      devicesInBounds: ({ query }) => ({
        data: fleet(Math.min(25, Number(query.per_page))),
        total: query.minlat === '-85' ? 1660 : 660,
      }),
    },
  })
  await expect.element(page.getByText('660 de 1660; 1000 fuera de la vista')).toBeVisible()
  expect(texts(page.getByRole('columnheader'))).toEqual([
    'Apodo',
    'TipoDispositivo',
    'UltimoRegistro',
    'Detalles',
  ])
  const [first] = requests('listCeldas')
  const middle = (a = '', b = '') => (Number(first?.[a]) + Number(first?.[b])) / 2
  expect(middle('minlat', 'maxlat')).toBeCloseTo(42.8467, 2)
  expect(middle('minlon', 'maxlon')).toBeCloseTo(-2.6727, 2)
  expect(first?.zoom).toBe('14')
  expect(rows().length).toBeLessThanOrEqual(25)
  expect(location.search).toBe('')
})

// cubre: mapa 5-7, errores 21
test('filters live in the address, and back undoes them', async () => {
  const { requests } = await open()
  const search = page.getByPlaceholder('Buscar Apodo')
  await search.fill('20014-007')
  await expect.poll(nicknames).toEqual(['20014-007'])
  expect(location.search).toContain('buscar=20014-007')
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  expect(texts(page.getByRole('option'))).toEqual(['Todos los tipos', 'iBeacon', 'SmartBle', 'Reader'])
  await page.getByRole('option', { name: 'Reader' }).click()
  await expect.element(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  expect(location.search).toContain('tipo=Reader')
  expect(requests('listCeldas').at(-1)).toMatchObject({ search: '20014-007', tipo: 'Reader' })
  await button('Quitar filtro de tipo de dispositivo').or(button('Quitar filtro de tipo')).click()
  await expect.poll(nicknames).toEqual(['20014-007'])
  history.back()
  await expect.poll(() => location.search).toContain('tipo=Reader')
  await button('Limpiar').click()
  await expect.poll(() => location.search).not.toMatch(/buscar|tipo/)
  await expect.element(search).toHaveValue('')
})

test('filters in force are chips that take themselves away', async () => {
  await open('/?buscar=20014&tipo=SmartBle')
  await button('Quitar Tipo: SmartBle').click()
  await expect.poll(() => location.search).not.toContain('tipo')
  await button('Quitar Apodo: 20014').click()
  await expect.element(page.getByPlaceholder('Buscar Apodo')).toHaveValue('')
  expect(page.getByRole('list', { name: 'Filtros aplicados' }).elements()).toEqual([])
})

// cubre: mapa 8-9
test('sorts and pages on the server', async () => {
  const { requests } = await open()
  const last = () => requests('devicesInBounds').findLast((q) => q.per_page !== '1')
  const heading = page.getByRole('columnheader', { name: 'Apodo' })
  await heading.getByRole('button').click()
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(last).toMatchObject({ orden: 'Apodo', sentido: 'desc' })
  expect(location.search).toContain('sentido=desc')
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect.poll(rows).toHaveLength(10)
  await button('Página siguiente').click()
  await expect.poll(() => nicknames()[0]).toBe('20014-011')
  expect(last()).toMatchObject({ page: '2', per_page: '10' })
  history.back()
  await expect.poll(() => nicknames()[0]).toBe('20014-001')
  const before = requests('devicesInBounds').length
  await button('Recargar').click()
  await expect.poll(() => requests('devicesInBounds').length).toBeGreaterThan(before)
})

// cubre: mapa 11, errores 22
test('an empty part of the map says so and leads to the whole fleet', async () => {
  const { requests } = await open('/?lat=36.5&lon=-30&zoom=9', {
    answers: {
      devicesInBounds: ({ query }) =>
        query.minlat === '-85'
          ? { data: [device(1, { Lat: 42.8467, Lon: -2.6727 })], total: 1 }
          : { data: [], total: 0 },
    },
  })
  await expect.element(page.getByText('No hay dispositivos visibles en esta zona del mapa.')).toBeVisible()
  const before = requests('listCeldas').length + requests('devicesInBounds').length
  await button('Ver toda la flota').click()
  await expect
    .poll(() => requests('listCeldas').length + requests('devicesInBounds').length)
    .toBeGreaterThan(before)
})

// cubre: mapa 15-16 19
test('details open from a row, say what is known, and close with back or Esc', async () => {
  await open()
  await details(0).click()
  const dialog = page.getByRole('dialog')
  for (const line of ['Tipo de dispositivo', 'Último registro', 'Visto por', 'Posible Estado', 'Movimiento'])
    await expect.element(dialog.getByText(line, { exact: true })).toBeVisible()
  await expectAccessible()
  expect(location.search).toContain('detalle=')
  history.back()
  await expect.poll(() => dialog.elements()).toEqual([])
  await details(0).click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.elements()).toEqual([])
  await expect.element(details(0)).toHaveFocus()
  expect(location.search).not.toContain('detalle')
})

// cubre: errores 28
test('an address with details opens them, and says if they cannot be had', async () => {
  const { router } = await open('/newMap?detalle=AC233F000099', {
    answers: {
      getDispositivo: ({ params }) =>
        params.mac === 'AC233F000099' ? device(99) : refuse({ status: 400, error: 'Hoy no.' }),
    },
  })
  await expect.element(page.getByRole('dialog', { name: '20014-099' })).toBeVisible()
  await router.navigate({ to: '/', search: { detalle: 'AABBCC999999' } as never })
  await expect.element(page.getByText('Error al obtener detalles del dispositivo')).toBeVisible()
})

// cubre: mapa 14 17-18 20
test('details say how old, seen by whom and how it moves, each in its colour', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await open('/', {
    devices: [
      device(1, {
        TipoDispositivo: 'Reader',
        UltimoRegistro: ago(290),
        ApodoLector: 'LEC-7',
        Estado: 'Impacto',
      }),
      device(2, { UltimoRegistro: ago(310), Estado: 'En movimiento' }),
      device(3, { TipoDispositivo: 'iBeacon', UltimoRegistro: null, ApodoLector: null }),
      device(4, { Estado: null }),
    ],
    answers: { listPlazos: () => [{ empresa: 1, minutosViejo: 300, minutosPerdido: 600 }] },
  })
  const line = (name: string) =>
    [...document.querySelectorAll('[role=dialog] dt')].find((e) => e.textContent === name)?.nextElementSibling
  const toneOf = (name: string) => line(name)?.querySelector<HTMLElement>('[data-tono]')
  const kinds = new Set<string | undefined>()
  for (const [n, [ago, isOld, seen, movement, tone]] of (
    [
      ['hace 4 h', false, 'LEC-7', 'Impacto', 'rojo'],
      ['hace 5 h', true, 'LEC-101', 'En movimiento', 'azul'],
      ['Sin datos', true, 'Sin datos', 'Parado', 'gris'],
      ['', false, 'LEC-101', '—', undefined],
    ] as const
  ).entries()) {
    await details(n).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect.soft(line('Último registro')?.textContent).toContain(ago)
    const old = page.getByRole('dialog').getByRole('img', { name: 'Registro antiguo' })
    expect.soft(old.elements().length, `old ${n}`).toBe(isOld ? 1 : 0)
    expect.soft(line('Visto por')?.textContent).toBe(seen)
    expect.soft(line('Movimiento')?.textContent).toBe(movement)
    if (tone) expect.soft(toneOf('Movimiento')?.dataset.tono).toBe(tone)
    kinds.add(toneOf('Tipo de dispositivo')?.dataset.tono)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  }
  expect(kinds.size).toBe(3)
})

test('columns that can be chosen carry the words of the details, and rows keep their height', async () => {
  await open()
  await button('Columnas y densidad').click()
  for (const name of ['Movimiento', 'Posible Estado', 'Visto por'])
    await page.getByRole('checkbox', { name, exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect
    .poll(() => texts(page.getByRole('columnheader')))
    .toEqual([
      ...['Apodo', 'TipoDispositivo', 'UltimoRegistro'],
      ...['Movimiento', 'Posible Estado', 'Visto por', 'Detalles'],
    ])
  expect(new Set(rows().map((r) => r.getBoundingClientRect().height))).toEqual(new Set([36]))
})

test('the keyboard walks the rows and opens one', async () => {
  await open()
  await expect.poll(() => nicknames()[0]).toBe('20014-001')
  rows()[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => document.activeElement).toBe(rows()[1])
  expect(column(2)[1]).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: '20014-002' })).toBeVisible()
})

// cubre: mapa 1
test('the splitter is dragged, moved with arrows, and remembered', async () => {
  const { screen } = await open()
  const bar = page.getByRole('separator')
  ;(await bar.findElement()).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(bar).toHaveAttribute('aria-valuenow', '52')
  const { left } = bar.element().getBoundingClientRect()
  const point = (type: string, clientX: number) =>
    bar.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, buttons: 1, clientX }))
  bar.element().setPointerCapture = () => {}
  bar.element().hasPointerCapture = () => true
  point('pointerdown', left)
  point('pointermove', 500)
  point('pointerup', 500)
  const kept = String(Math.round(Number(localStorage.getItem('retorna.mapa.divisor'))))
  expect(Number(kept)).toBeLessThan(45)
  await expect.element(bar).toHaveAttribute('aria-valuenow', kept)
  await screen.unmount()
  await open()
  await expect.element(page.getByRole('separator')).toHaveAttribute('aria-valuenow', kept)
})

// cubre: mapa 10, constantes 22, errores 33
test('exports what is visible, and says why an export fails', async () => {
  const saved = catchDownloads()
  let fails = false
  const { requests } = await open('/?tipo=SmartBle', {
    answers: {
      exportVisibles: () =>
        fails ? (refuse({ status: 500, error: 'No se pudo crear el archivo.' }) as never) : sendFile(),
    },
  })
  for (const [option, name] of [
    ['Excel (.xlsx)', 'dispositivos_visibles.xlsx'],
    ['PDF (.pdf)', 'dispositivos_visibles.pdf'],
  ] as const) {
    await button('Exportar').click()
    await page.getByRole('menuitem', { name: option }).click()
    await expect.poll(() => saved.at(-1)?.name).toBe(name)
  }
  expect(requests('exportVisibles')).toMatchObject([
    { formato: 'xlsx', tipo: 'SmartBle', orden: 'Apodo' },
    { formato: 'pdf', tipo: 'SmartBle' },
  ])
  fails = true
  await button('Exportar').click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect.element(page.getByText('Error al descargar Excel: No se pudo crear el archivo.')).toBeVisible()
})

test('a failing list offers to try again', async () => {
  let fails = true
  const { devicesInBounds } = onMap(fleet(3))
  await open('/', {
    answers: {
      devicesInBounds: (r) =>
        fails
          ? refuse({ status: 400, error: 'La lista no se puede leer.' })
          : (devicesInBounds?.(r) as never),
    },
  })
  await expect.element(page.getByText('La lista no se puede leer.')).toBeVisible()
  fails = false
  await button('Reintentar').click()
  await expect.poll(() => nicknames()[0]).toBe('20014-001')
})

test('on a phone map and list are two tabs; the list is cards', async () => {
  await open('/', { width: 390 })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mapa' })).toBeInTheDocument()
  await expectAccessible()
  await page.getByRole('tab', { name: /^Lista/ }).click()
  const cards = page.getByRole('list', { name: 'Dispositivos visibles' }).getByRole('listitem')
  await expect.element(cards.first()).toBeVisible()
  expectNoOverflow()
  await expectAccessible()
  await cards.first().getByRole('button').first().click()
  await expect.element(page.getByRole('tab', { name: 'Mapa' })).toHaveAttribute('aria-selected', 'true')
})
