import { DateTime } from 'luxon'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { expectDay, writeDay } from '../../testing/days'
import { catchDownloads, sendFile } from '../../testing/files'
import { pressKey } from '../../testing/keys'
import { sayChanges } from '../../testing/live'
import { column, rows, texts } from '../../testing/rows'
import { askedOf, choose, expectAddress, expectNoText, expectText, press } from '../../testing/steps'
import {
  closedOf,
  DAYS,
  incidentOf,
  keepIncidents,
  listsAsked,
  openIncidents,
  someIncidents,
} from './fixtures'

const search = page.getByPlaceholder('Buscar Dispositivo')
const range = page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
const headers = () => texts(page.getByRole('columnheader'))
const toneOf = (n: number) => rows()[n]?.getAttribute('data-tono')
const accelerations = page.getByRole('switch', { name: 'Mostrar aceleraciones' })

// cubre: incidencias 7-8, validacion 23
test('the card has search, dates of the last three days, switch, files and the table', async () => {
  const app = await openIncidents('/incidencias')
  await expect.poll(rows).toHaveLength(10)
  const today = DateTime.now().setZone('Europe/Madrid')
  const from = today.minus({ days: 3 })
  expect(listsAsked(app)[0]).toEqual({
    start_date: `${from.toISODate()} 00:00:00`,
    end_date: `${today.toISODate()} 23:59:59`,
  })
  expect(location.search).toBe('')
  await expect.element(page.getByRole('heading', { name: 'Incidencias recientes', level: 1 })).toBeVisible()
  await expectDay('Desde', from.toFormat('dd/MM/yyyy'))
  await expectDay('Hasta', today.toFormat('dd/MM/yyyy'))
  await expect.element(page.getByRole('button', { name: 'Limpiar Filtros' })).toBeDisabled()
  await expect.element(accelerations).not.toBeChecked()
  expect(headers()).toEqual([
    'Estado',
    'Apodo Dispositivo',
    'Apodo Lector',
    'Golpe real',
    'Daño en pieza',
    'Revisada',
    'Timestamp',
    'Detalles',
  ])
})

// cubre: incidencias 7 9 12 14
test('rows say what the server says, ten a page, newest first, open ones marked, with their total', async () => {
  const lista = [
    closedOf(31, { hubo_danio: true }),
    incidentOf(30, { ApodoDispositivo: null, hubo_golpe_real: true, mirado: true, ApodoLector: null }),
    ...someIncidents(29),
  ]
  const app = await openIncidents(DAYS, keepIncidents(lista).answers)
  await expect.element(range).toHaveTextContent('1–10 de 31')
  expect(column(0)).toEqual(Array(10).fill('Impacto'))
  expect(column(1).slice(0, 3)).toEqual(['20014-31', 'AABBCC000030', '20014-29'])
  expect(column(2).slice(0, 2)).toEqual(['LEC-101', 'C30000000001'])
  const switches = (n: number) =>
    [...(rows()[n]?.querySelectorAll('[role=switch]') ?? [])].map((s) => (s as HTMLInputElement).checked)
  expect([switches(0), switches(1), switches(2)]).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ])
  expect(column(5).slice(0, 2)).toEqual(['Cerrada', 'Abierta'])
  expect([toneOf(0), toneOf(1)]).toEqual([null, 'amber'])
  expect(column(6)[2]).toBe('10/03/2026 10:00:29')
  expect(rows()[0]?.querySelector('time')?.title).toMatch(/^hace \d+ d/)
  const before = listsAsked(app).length
  await press('Recargar')
  await expect.poll(() => listsAsked(app).length).toBe(before + 1)
})

// cubre: incidencias 1-2
test('search filters what is loaded, whatever the case, and Limpiar Filtros takes it away', async () => {
  const lista = [...someIncidents(20), incidentOf(40, { ApodoDispositivo: 'Rack-Único' })]
  const app = await openIncidents(DAYS, keepIncidents(lista).answers)
  await expect.poll(rows).toHaveLength(10)
  const before = listsAsked(app).length
  await search.fill('rack-ÚNI')
  await expect.poll(() => column(1)).toEqual(['Rack-Único'])
  await expectAddress({ buscar: 'rack-ÚNI' })
  expect(listsAsked(app)).toHaveLength(before)
  await press('Limpiar Filtros')
  await expectAddress({ buscar: null, desde: null, hasta: null })
  await expect.element(search).toHaveValue('')
  history.back()
  await expect.poll(() => column(1)).toEqual(['Rack-Único'])
})

// cubre: incidencias 4
test('the list reloads when a day changes, and back undoes it', async () => {
  const app = await openIncidents()
  await expect.poll(rows).toHaveLength(10)
  await writeDay('Desde', '05022026')
  await expectAddress({ desde: '2026-02-05' })
  await expect
    .poll(() => listsAsked(app).at(-1))
    .toEqual({ start_date: '2026-02-05 00:00:00', end_date: '2026-03-20 23:59:59' })
  while (!location.search.includes('desde=2026-03-01')) {
    history.back()
    await new Promise((goesOn) => addEventListener('popstate', goesOn, { once: true }))
  }
  await expectDay('Desde', '01/03/2026')
})

test('an end before the start is told at its field and not sent', async () => {
  const app = await openIncidents('/incidencias?desde=2026-03-20&hasta=2026-03-10')
  await expectText('La fecha de fin es anterior a la de inicio.')
  await expectText('El rango de fechas no es válido')
  expect(listsAsked(app)).toEqual([])
  await page.getByRole('button', { name: 'Limpiar Filtros' }).first().click()
  await expect.poll(rows).toHaveLength(10)
  await expectNoText('La fecha de fin es anterior a la de inicio.')
})

// cubre: incidencias 3 13
test('accelerations show with their switch: two decimals, a dash where there is none', async () => {
  await openIncidents()
  await accelerations.click()
  await expectAddress({ aceleraciones: 'si' })
  await expect
    .poll(() => headers().slice(7, 13))
    .toEqual(['AccelXMax', 'AccelXMin', 'AccelYMax', 'AccelYMin', 'AccelZMax', 'AccelZMin'])
  expect([7, 8, 9].map((n) => column(n)[0])).toEqual(['2,86 g', '-1,10 g', '—'])
})

test('the nickname stays in sight while the accelerations scroll', async () => {
  await openIncidents(`${DAYS}&aceleraciones=si`, undefined, { width: 1000, height: 800 })
  await expect.poll(rows).toHaveLength(10)
  const box = document.querySelector('table')?.parentElement as HTMLElement
  box.scrollLeft = box.scrollWidth
  const chip = page.getByRole('button', { name: '20014-30', exact: true })
  const frame = box.getBoundingClientRect()
  const seen = (e: Element) => {
    const { left, right } = e.getBoundingClientRect()
    return left >= frame.left && right <= frame.right
  }
  await expect.poll(() => seen(page.getByRole('columnheader', { name: 'AccelZMin' }).element())).toBe(true)
  expect(seen(chip.element())).toBe(true)
  expect(seen(page.getByRole('columnheader', { name: 'Apodo Dispositivo' }).element())).toBe(true)
  // The background does not shine through.
  const { left, top, height } = chip.element().getBoundingClientRect()
  expect(document.elementFromPoint(left + 2, top + height / 2)?.closest('td')?.className).toBe('anclada')
})

test('more columns can be chosen', async () => {
  await openIncidents(DAYS, keepIncidents([closedOf(1)]).answers)
  await expect.poll(rows).toHaveLength(1)
  await press('Columnas y densidad')
  const more = ['Pico (g)', 'Ubicación', 'Cerrada por', 'Cerrada']
  for (const name of more) {
    expect(headers()).not.toContain(name)
    await page.getByRole('checkbox', { name, exact: true }).click()
  }
  await pressKey('Escape')
  expect(headers()).toEqual(expect.arrayContaining(more))
  expect(rows()[0]?.textContent).toMatch(/3,50 g.*Almacén Lleno.*Ane Agirre.*11\/03\/2026/)
})

// cubre: incidencias 14, constantes 13
test('sorting and paging happen here and live in the address', async () => {
  const app = await openIncidents(DAYS, keepIncidents(someIncidents(45)).answers)
  await page.getByRole('columnheader', { name: 'Apodo Dispositivo' }).getByRole('button').click()
  await expectAddress({ orden: 'ApodoDispositivo' })
  const asked = listsAsked(app).length
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  expect(texts(page.getByRole('option'))).toEqual(['10', '20', '50', '100'])
  await page.getByRole('option', { name: '20', exact: true }).click()
  await expectAddress({ filas: '20' })
  await press('Página siguiente')
  await expectAddress({ pagina: '2' })
  // As numbers: 20014-9 comes before 20014-10.
  const names = Array.from({ length: 45 }, (_, i) => `20014-${i + 1}`)
  await expect.poll(() => column(1)).toEqual(names.slice(20, 40))
  history.back()
  await expect.poll(() => column(1)).toEqual(names.slice(0, 20))
  expect(listsAsked(app)).toHaveLength(asked)
})

test('a page of the address shows its rows', async () => {
  await openIncidents(`${DAYS}&pagina=3`)
  await expect.element(range).toHaveTextContent('21–30 de 30')
  await expect.poll(() => column(1)[0]).toBe('20014-10')
})

// cubre: incidencias 10
test('a nickname leads to its events', async () => {
  const app = await openIncidents(DAYS, {
    ...keepIncidents(someIncidents(2)).answers,
    getTableData: () => ({ data: [], total: 0, total_pages: 0 }),
  })
  await press('20014-2')
  await expect.poll(() => location.pathname).toBe('/NewData')
  await expectAddress({ search: '20014-2' })
  await expect.poll(() => askedOf(app, 'getTableData')[0]?.query.search).toBe('20014-2')
})

// cubre: incidencias 5-6
test.each([
  [false, 'PDF (.pdf)', 'incidencias.pdf'],
  [true, 'Excel (.xlsx)', 'incidencias.xlsx'],
] as const)(
  'a file has the columns, the order and the filters of the screen (accelerations: %s)',
  async (shown, option, name) => {
    const saved = catchDownloads()
    const app = await openIncidents(
      `${DAYS}&orden=ApodoDispositivo&sentido=asc&buscar=20014${shown ? '&aceleraciones=si' : ''}`,
      { ...keepIncidents(someIncidents(3)).answers, exportIncidencias: () => sendFile() },
    )
    await press('Columnas y densidad')
    await page.getByRole('checkbox', { name: 'Golpe real', exact: true }).click()
    await pressKey('Escape')
    await expect.poll(headers).not.toContain('Golpe real')
    await press('Exportar')
    await page.getByRole('menuitem', { name: option }).click()
    await expect.poll(() => saved.map((s) => s.name)).toEqual([name])
    const acel = shown ? ',AccelXMax,AccelXMin,AccelYMax,AccelYMin,AccelZMax,AccelZMin' : ''
    expect(askedOf(app, 'exportIncidencias')[0]?.query).toMatchObject({
      columnas: `Estado,ApodoDispositivo,ApodoLector,hubo_danio,revisado,Time${acel}`,
      start_date: '2026-03-01 00:00:00',
      end_date: '2026-03-20 23:59:59',
      search: '20014',
      orden: 'ApodoDispositivo',
      sentido: 'asc',
    })
  },
)

test('days without incidents say what to do next', async () => {
  const kept = keepIncidents(someIncidents(3)).answers
  await openIncidents('/incidencias?desde=2001-01-01&hasta=2001-01-02', {
    ...kept,
    listIncidencias: ({ query }) =>
      query.start_date?.startsWith('2001') ? [] : (kept.listIncidencias?.({} as never) as never),
  })
  await expectText('No hay incidencias en estas fechas')
  await expectText(/Amplía las fechas/)
  await expect.element(range).toHaveTextContent('0–0 de 0')
  await press('Ver los últimos 30 días')
  await expectAddress({ desde: '2000-12-03' })
  await search.fill('no-hay-tal')
  await expectText('No hay incidencias de ese dispositivo en estas fechas')
})

// cubre: errores 40
test('a list that fails says why, in the console too, and keeps the navigation', async () => {
  let fails = true
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  await openIncidents(DAYS, {
    listIncidencias: () => (fails ? refuse({ status: 400, error: 'No se pudo leer.' }) : someIncidents(2)),
  })
  await expectText('No se han podido cargar las incidencias. No se pudo leer.')
  expect(said.mock.calls.flat().join(' ')).toContain('Error al obtener las incidencias')
  said.mockRestore()
  await expect.element(page.getByRole('link', { name: 'Eventos' }).first()).toBeVisible()
  fails = false
  await press('Reintentar')
  await expect.poll(rows).toHaveLength(2)
})

test('the list says when there is more than it shows', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => incidentOf(20_000 - i))
  await openIncidents(DAYS, { listIncidencias: () => Response.json(many) as never })
  await expectText(/Se muestran las 20\.000 incidencias más recientes de estas fechas/)
  await expect.element(range).toHaveTextContent('1–10 de 20.000')
})

test('while it loads there are rows to come, not an empty screen', async () => {
  let release = () => {}
  const gate = new Promise<void>((goesOn) => {
    release = goesOn
  })
  await openIncidents(DAYS, { listIncidencias: () => gate.then(() => someIncidents(2)) })
  await expect.poll(() => document.querySelectorAll('.hueso').length).toBeGreaterThan(0)
  await expect.element(range).toHaveTextContent('…')
  release()
  await expect.poll(() => column(1)).toEqual(['20014-2', '20014-1'])
})

test('a new incident waits to be shown, so that no row moves under the hand', async () => {
  const lista = someIncidents(3)
  await openIncidents(DAYS, { listIncidencias: () => [...lista] })
  await expect.poll(rows).toHaveLength(3)
  lista.unshift(incidentOf(9))
  sayChanges([{ Estado: 'Impacto' } as never])
  const fresh = page.getByRole('button', { name: '1 nueva' })
  await expect.element(fresh).toBeVisible()
  expect(column(1)[0]).toBe('20014-3')
  await fresh.click()
  await expect.poll(() => column(1)[0]).toBe('20014-9')
  await expect.element(fresh).not.toBeInTheDocument()
})

test('on a phone the list is cards, and a day can be written whole', async () => {
  await openIncidents(DAYS, undefined, { width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Incidencias recientes' }).getByRole('listitem')
  await expect.element(cards.first()).toBeVisible()
  await expect.element(range).toHaveTextContent('1–10 de 30')
  expectNoOverflow()
  for (const name of ['Desde', 'Hasta']) {
    const group = page.getByRole('group', { name, exact: true })
    await group.hover()
    const year = group.getByRole('spinbutton', { name: 'Año' })
    await expect.element(year).toBeInViewport({ ratio: 1 })
  }
  await choose('Filas por página', '20')
  await expect.element(range).toHaveTextContent('1–20 de 30')
  await expectAccessible()
})
