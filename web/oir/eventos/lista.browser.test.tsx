import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { sayChanges } from '../../testing/live'
import { column, rows, texts } from '../../testing/rows'
import {
  askedOf,
  choose,
  expectAddress,
  expectNoText,
  expectText,
  inAddress,
  press,
} from '../../testing/steps'
import { eventOf, openEvents, pageOf, rowsOf } from './fixtures'

const NONE = 'No se encontraron eventos con esos filtros'
const search = page.getByPlaceholder('Buscar Apodo o MAC')
const moment = page.getByRole('textbox', { name: 'Fecha y hora' })
const range = page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
const COUNT = { per_page: '1' }
const pagesAsked = (app: Awaited<ReturnType<typeof openEvents>>) =>
  askedOf(app, 'getTableData')
    .map((r) => r.query)
    .filter((q) => q.per_page !== COUNT.per_page)

// cubre: eventos 1-2 6
test('starts with the newest events, the columns in their order, as many as fit, and the total', async () => {
  const app = await openEvents()
  await expect.poll(rows).toHaveLength(16)
  expect(texts(page.getByRole('columnheader'))).toEqual([
    'Time',
    'Estado',
    'Bateria',
    'ApodoDispositivo',
    'ApodoLector',
    'Etiqueta',
  ])
  await expect.element(range).toHaveTextContent('1–16 de 100.000')
  expect(rows()[0]?.textContent).toContain('12/03/2026 10:20:30')
  expect(rows()[0]?.textContent).toContain('20014-100000')
  expect(pagesAsked(app)[0]).toEqual({ page: '1', per_page: '16' })
  expect(location.search).toBe('')
})

// cubre: eventos 4, validacion 22
test('filters while one types: trimmed, after a pause, blank as absent', async () => {
  const app = await openEvents('/NewData', ({ query }) =>
    query.search ? rowsOf([eventOf(7)])() : pageOf(() => 100)({ query } as never),
  )
  await expect.poll(rows).toHaveLength(16)
  const before = pagesAsked(app).length
  ;(search.element() as HTMLElement).focus()
  for (const letter of '  20014-007 ') document.execCommand('insertText', false, letter)
  await expectAddress({ search: '20014-007' })
  await expect.poll(() => column(3)).toEqual(['20014-007'])
  expect(pagesAsked(app)).toHaveLength(before + 1)
  await search.fill('   ')
  await expectAddress({ search: null })
})

// cubre: rutas 4
test('the address fills the search', async () => {
  const app = await openEvents('/NewData?search=AABBCC000007', rowsOf([eventOf(7)]))
  await expect.element(search).toHaveValue('AABBCC000007')
  expect(pagesAsked(app)[0]).toMatchObject({ search: 'AABBCC000007' })
})

// cubre: eventos 5
test('reader, state and moment filter together, back undoes one by one, Limpiar all', async () => {
  const app = await openEvents()
  await page.getByPlaceholder('Apodo del lector').fill('LEC-7')
  await expectAddress({ apodoLector: 'LEC-7' })
  await page.getByRole('combobox', { name: 'Estado' }).click()
  expect(texts(page.getByRole('option'))).toEqual(['Todos los estados', 'Parado', 'En movimiento', 'Impacto'])
  await page.getByRole('option', { name: 'Parado' }).click()
  await expectAddress({ estado: 'Parado' })
  await moment.fill('2026-03-12')
  await expectAddress({ timestamp: '2026-03-12' })
  await expect
    .poll(() => pagesAsked(app).at(-1))
    .toEqual({ apodoLector: 'LEC-7', estado: 'Parado', timestamp: '2026-03-12', page: '1', per_page: '16' })
  history.back()
  await expectAddress({ timestamp: null })
  await expect.element(moment).toHaveValue('')
  await press('Quitar Estado: Parado')
  await expectAddress({ estado: null })
  await press('Limpiar')
  await expectAddress({ apodoLector: null })
  await expect.element(page.getByPlaceholder('Apodo del lector')).toHaveValue('')
  await expect.element(page.getByRole('list', { name: 'Filtros aplicados' })).not.toBeInTheDocument()
})

test('a day is taken from the calendar', async () => {
  await openEvents('/NewData?timestamp=2026-03-12 10:20')
  await press('Elegir día')
  const calendar = page.getByRole('dialog', { name: 'Elegir día' })
  await expectAccessible(calendar.element())
  await calendar.getByRole('gridcell', { name: '1', exact: true }).first().click()
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(moment).toHaveValue('2026-03-01')
  await expectAddress({ timestamp: '2026-03-01' })
})

test('a moment that cannot be is refused at its field with the server’s words', async () => {
  const message = 'Esa fecha no existe.'
  await openEvents('/NewData', ({ query }) =>
    query.timestamp
      ? refuse({ status: 400, error: message, campo: 'timestamp' })
      : pageOf(() => 100)({ query } as never),
  )
  await moment.fill('2026-02-30')
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible()
  await expect.element(moment).toHaveAttribute('aria-invalid', 'true')
  await expect.element(moment).toHaveAccessibleDescription(message)
  await expectText('Con esa fecha no se puede buscar')
  await expectAccessible()
  await press('Borrar fecha')
  await expect.poll(rows).toHaveLength(16)
  await expectNoText(message)
})

test('a day of which half is typed is not asked for yet', async () => {
  const app = await openEvents()
  await moment.click()
  await userEvent.keyboard('2026-1')
  await new Promise((goesOn) => setTimeout(goesOn, 700))
  await userEvent.keyboard('1-20')
  await expectAddress({ timestamp: '2026-11-20' })
  await expect.poll(() => pagesAsked(app).at(-1)).toMatchObject({ timestamp: '2026-11-20' })
  expect(pagesAsked(app).filter((q) => q.timestamp)).toHaveLength(1)
})

// cubre: eventos 13, errores 20
test('nothing found says so and leads back; signs of a pattern reach the server as they are', async () => {
  const app = await openEvents(`/NewData?search=${encodeURIComponent("%_'\\")}`, ({ query }) =>
    query.search ? rowsOf([])() : pageOf(() => 100)({ query } as never),
  )
  await expectText(NONE)
  expect(pagesAsked(app)[0]).toMatchObject({ search: "%_'\\" })
  await press('Limpiar filtros')
  await expect.poll(rows).toHaveLength(16)
  await expectAddress({ search: null })
})

test('10,000 characters are cut, typed or in the address', async () => {
  await openEvents(`/NewData?search=${'x'.repeat(10_000)}`, rowsOf([]))
  await expect.element(search).toHaveValue('x'.repeat(200))
  await search.fill(`😀${'y'.repeat(9_998)}`)
  await expect.poll(() => inAddress('search')?.length).toBe(200)
  await expectText(NONE)
})

test('what the address cannot mean is ignored', async () => {
  const app = await openEvents('/NewData?estado=Volando&filas=333&pagina=-4&otra=1')
  await expect.poll(rows).toHaveLength(16)
  await expect.element(page.getByRole('combobox', { name: 'Estado' })).toHaveTextContent('Estado')
  await expect.element(page.getByRole('list', { name: 'Filtros aplicados' })).not.toBeInTheDocument()
  expect(pagesAsked(app)[0]).toEqual({ page: '1', per_page: '16' })
})

test('a page beyond the last returns to the last', async () => {
  await openEvents(
    '/NewData?estado=Impacto&pagina=1000000000',
    pageOf(() => 100),
  )
  await expectAddress({ pagina: '7' })
  await expect.poll(rows).toHaveLength(4)
  await expect.element(page.getByRole('button', { name: 'Última página' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Página anterior' })).toBeEnabled()
})

test('pages of 10 to 1,000 events, far ones too', async () => {
  const app = await openEvents('/NewData?pagina=5000')
  await expect.element(range).toHaveTextContent('79.985–80.000 de 100.000')
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  expect(texts(page.getByRole('option'))).toEqual(['10', '16', '20', '50', '100', '500', '1000'])
  await page.getByRole('option', { name: '1000', exact: true }).click()
  await expectAddress({ filas: '1000', pagina: null })
  await expect.element(range).toHaveTextContent('1–1000 de 100.000')
  expect(pagesAsked(app).at(-1)).toEqual({ page: '1', per_page: '1000' })
  await choose('Filas por página', '10')
  await expect.poll(rows).toHaveLength(10)
  await press('Página siguiente')
  await expectAddress({ pagina: '2' })
  await expect.element(range).toHaveTextContent('11–20 de 100.000')
  history.back()
  await expectAddress({ pagina: null })
})

test('the page size is that of the copied address, whatever fits on this screen', async () => {
  await openEvents('/NewData?pagina=2&filas=33')
  await expect.poll(rows).toHaveLength(33)
  await expect.element(range).toHaveTextContent('34–66 de 100.000')
  await expect.element(page.getByRole('combobox', { name: 'Filas por página' })).toHaveTextContent('33')
})

test('a nickname narrows the search to itself', async () => {
  await openEvents(
    '/NewData?pagina=3',
    pageOf(() => 60),
  )
  await press('20014-028')
  await expectAddress({ search: '20014-028', pagina: null })
  await expect.element(search).toHaveValue('20014-028')
  history.back()
  await expectAddress({ pagina: '3' })
})

test('Recargar asks for the page again', async () => {
  let n = 1
  await openEvents('/NewData', () => rowsOf([eventOf(n)])())
  await expect.poll(() => column(3)).toEqual(['20014-001'])
  n = 2
  await press('Recargar')
  await expect.poll(() => column(3)).toEqual(['20014-002'])
})

// cubre: errores 19 24
test.each([
  [
    'says why',
    () => refuse({ status: 400, error: 'Los eventos no se pueden leer.', code: 'mal' }),
    'Los eventos no se pueden leer. (error 400)',
  ],
  [
    'without words',
    () => new Response('<h1>Nada</h1>', { status: 404, statusText: 'Not Found' }),
    'Error al obtener los datos. Error en la petición: Not Found (404): Nada',
  ],
  [
    'without a connection says so',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'No hay conexión con el servidor.',
  ],
] as const)('a call that fails %s, and can be tried again', async (_, fail, text) => {
  let fails = true
  await openEvents('/NewData', () => (fails ? fail() : rowsOf([eventOf(1)])()))
  await expectText(text)
  fails = false
  await press('Reintentar')
  await expect.poll(rows).toHaveLength(1)
})

test('the keyboard walks the rows; a focused one says how long ago it was', async () => {
  const Time = new Date(Date.now() - 3 * 60_000).toISOString()
  await openEvents('/NewData', rowsOf([eventOf(1), eventOf(2, { Time })]))
  await expect.poll(rows).toHaveLength(2)
  rows()[0]?.focus()
  await pressKey('ArrowDown')
  await expect.poll(() => document.activeElement).toBe(rows()[1])
  const afterTime = (n: number) =>
    getComputedStyle(rows()[n]?.querySelector('time') as Element, '::after').content
  await expect.poll(() => afterTime(1)).toBe('"hace 3 min"')
  expect(afterTime(0)).toBe('none')
})

test.each(['/NewData', '/NewData?pagina=2'])(
  'rows stand still while new events come, until somebody asks for them, on %s',
  async (address) => {
    let total = 60
    await openEvents(
      address,
      pageOf(() => total),
    )
    await expect.poll(rows).toHaveLength(16)
    const before = column(3)
    total = 63
    sayChanges([])
    const fresh = page.getByRole('button', { name: '3 eventos nuevos' })
    await expect.element(fresh).toBeVisible()
    expect(column(3)).toEqual(before)
    await fresh.click()
    await expect.poll(() => column(3)[0]).toBe('20014-063')
    await expectAddress({ pagina: null })
    await expect.element(fresh).not.toBeInTheDocument()
    expect(document.activeElement).toBe(rows()[0])
  },
)

test('scrolled down, the new events are shown from the top', async () => {
  let total = 100
  await openEvents(
    '/NewData?filas=50',
    pageOf(() => total),
  )
  await expect.poll(() => rows().length).toBeGreaterThan(10)
  const box = rows()[0]?.closest('table')?.parentElement as HTMLElement
  box.scrollTop = box.scrollHeight
  total = 102
  sayChanges([])
  await press('2 eventos nuevos')
  await expect.poll(() => column(3)[0]).toBe('20014-102')
  await expect.poll(() => box.scrollTop).toBe(0)
})

test('on a phone events are cards, and the other filters stand behind a button', async () => {
  const app = await openEvents('/NewData', undefined, { width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem')
  await expect.element(cards.first()).toMatchTextContent(/12\/03\/2026 10:20:30/)
  await expect.element(page.getByRole('combobox', { name: 'Estado' })).not.toBeInTheDocument()
  await press('Más filtros')
  await choose('Estado', 'Parado')
  await expect.element(page.getByRole('button', { name: 'Quitar Estado: Parado' })).toBeVisible()
  expect(pagesAsked(app).at(-1)).toMatchObject({ estado: 'Parado' })
  expectNoOverflow()
  await expectAccessible()
})
