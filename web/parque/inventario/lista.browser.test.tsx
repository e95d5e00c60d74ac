import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { type Answers, refuse } from '../../testing/answers'
import { daysAgo, device, fleet, inventory } from '../../testing/devices'
import { catchDownloads, sendFile } from '../../testing/files'
import { openApp } from '../../testing/open-app'
import { rows, texts } from '../../testing/rows'
import { ADMIN } from '../../testing/sessions'
import { button } from '../../testing/steps'

type Options = { devices?: Dispositivo[]; answers?: Answers; width?: number; wrong?: (keyof Answers)[] }

async function open(
  address = '/poc-status',
  { devices = fleet(25), answers, width, wrong = [] }: Options = {},
) {
  const app = await openApp(address, {
    answers: { ...ADMIN, ...inventory(devices), ...answers },
    wrong,
    ...(width && { width }),
  })
  const lists = () => app.asked.filter((a) => a.name === 'devicePocStatus').map((a) => a.request.query)
  return { ...app, last: () => lists().at(-1), lists }
}
const total = () => page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
const headings = () => texts(page.getByRole('columnheader'))
const nicknames = () => rows().map((r) => r.querySelector('td:nth-child(2) > span > button')?.textContent)

// cubre: producto 3, inventario 1
test('columns, some hidden at first, ten rows and the total of the server', async () => {
  await open()
  await expect.element(page.getByRole('heading', { name: 'Inventario', level: 1 })).toBeVisible()
  await expect.element(total()).toHaveTextContent('1–10 de 25')
  expect(headings()).toEqual([
    '',
    'Apodo',
    'TipoDispositivo',
    'Activado',
    'UltimoRegistro',
    'ApodoLector',
    'Bateria',
    'PosibleEstado',
    'Estado',
    'Ubicacion',
    // For an administrator of all companies, the company of each device is shown.
    'Empresa',
    'Detalles',
  ])
  expect(nicknames()).toEqual(fleet(10).map((d) => d.Apodo))
  await button('Columnas y densidad').click()
  for (const name of ['Dispositivo', 'FechaRegistro', 'Etiqueta'])
    await page.getByRole('checkbox', { name, exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => headings().length).toBe(15)
})

// cubre: rutas 21, validacion 20, constantes 4
test('?apodo= fills the search; typing asks once, 300 ms later; back undoes it', async () => {
  const { lists, router } = await open('/poc-status?apodo=20014')
  const search = page.getByPlaceholder('Buscar Apodo')
  await expect.element(search).toHaveValue('20014')
  await expect.element(total()).toMatchTextContent(/ de 25$/)
  expect(lists()[0]).toMatchObject({ apodo: '20014' })
  await search.click()
  const start = performance.now()
  await userEvent.keyboard('{End}-00')
  const typed = performance.now()
  await expect.element(total()).toMatchTextContent(/ de 9$/)
  if (typed - start < 290) expect(performance.now() - start).toBeGreaterThanOrEqual(300)
  const names = lists().map((q) => q.apodo)
  if (typed - start < 290) expect([...new Set(names)]).toEqual(['20014', '20014-00'])
  expect(location.search).toContain('apodo=20014-00')
  await router.navigate({ to: '/poc-status', search: { apodo: '20014', tipo: 'iBeacon' } as never })
  await expect.element(search).toHaveValue('20014')
  history.back()
  await expect.element(search).toHaveValue('20014-00')
})

// cubre: inventario 2
for (const filters of [
  {
    tipo: ['Tipo de dispositivo', 'Contenedor'],
    activado: ['Activado', 'Desactivado'],
    posible_estado: ['Posible estado', 'Posible extravío'],
  },
  { estado: ['Estado', 'En movimiento'], bateria: ['Batería', 'Media'] },
  {
    familia: ['Familia', '20014'],
    ubicacion: ['Ubicación', 'Gestamp'],
  },
] as Record<string, [string, string]>[])
  test(`filters ${Object.keys(filters).join(', ')} are asked of the server, live in the address, and have chips`, async () => {
    const { last } = await open()
    if (filters.familia) await button('Más filtros').click()
    for (const [name, option] of Object.values(filters)) {
      await page.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const all = Object.fromEntries(Object.entries(filters).map(([field, [, option]]) => [field, option]))
    await expect.poll(last).toMatchObject(all)
    expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject(all)
    const chip = (option = '') => page.getByRole('button', { name: new RegExp(`^Quitar .*: ${option}$`) })
    const [field = '', ...others] = Object.keys(all)
    for (const o of others) expect.soft(chip(all[o]).elements(), o).toHaveLength(1)
    await chip(all[field]).click()
    await expect.poll(last).not.toHaveProperty(field)
    expect(location.search).not.toContain(`${field}=`)
  })

// cubre: errores 13
test('reader, days and inactivity filter too, and Limpiar takes all away', async () => {
  const { last } = await open('/poc-status?fecha_desde=2026-01-01', {
    answers: {
      devicePocStatus: () => ({ data: [device(1, { UltimoRegistro: daysAgo(9) })], total: 1 }),
    },
  })
  await expect.poll(last).toMatchObject({ fecha_desde: '2026-01-01' })
  await page.getByPlaceholder('Apodo del lector').fill('lec-101')
  await expect.poll(last).toMatchObject({ lector: 'lec-101' })
  await page.getByRole('switch', { name: 'Sin actualizar (10 horas o más)' }).click()
  await expect
    .poll(last)
    .toMatchObject({ lector: 'lec-101', sin_actualizar: 'true', fecha_desde: '2026-01-01' })
  expect(rows()[0]?.dataset.tono).toBe('rojo')
  expect(location.search).toContain('sin_actualizar=true')
  await button('Limpiar').click()
  await expect.element(page.getByText('Filtros eliminados correctamente')).toBeVisible()
  await expect.poll(() => location.search).not.toMatch(/lector|sin_actualizar|fecha_/)
  await expect.poll(last).not.toHaveProperty('lector')
})

test('days the wrong way round are told at their field and in the list, which offers no retry', async () => {
  await open('/poc-status?fecha_desde=2026-01-01&fecha_hasta=2025-01-01', { wrong: ['devicePocStatus'] })
  const error = page.getByText('La fecha de fin es anterior a la de inicio.')
  await expect.poll(() => error.elements().length).toBe(2)
  expect(page.getByRole('button', { name: 'Reintentar' }).elements()).toEqual([])
})

// cubre: errores 12
test('reload says so, or why not', async () => {
  let fails = false
  const devices = fleet(25)
  await open('/poc-status', {
    devices,
    answers: {
      devicePocStatus: () =>
        fails
          ? refuse({ status: 400, error: 'No se pudo leer.' })
          : { data: devices.slice(0, 10), total: 25 },
    },
  })
  await expect.poll(rows).toHaveLength(10)
  await button('Recargar').click()
  await expect.element(page.getByText('Datos recargados')).toBeVisible()
  await expect.element(button('Recargar')).toHaveFocus()
  fails = true
  await button('Recargar').click()
  await expect.element(page.getByText(/: No se pudo leer\.$/)).toBeVisible()
  expect(rows()).toHaveLength(10)
})

// cubre: inventario 8, constantes 12
test("pages of 10, 20, 50 and 100, and the order, are the server's and live in the address", async () => {
  const { last } = await open('/poc-status', { devices: fleet(120) })
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  expect(texts(page.getByRole('option'))).toEqual(['10', '20', '50', '100'])
  await page.getByRole('option', { name: '20', exact: true }).click()
  await expect.poll(rows).toHaveLength(20)
  const heading = page.getByRole('columnheader', { name: 'TipoDispositivo' }).getByRole('button')
  await heading.click()
  await expect.poll(last).toMatchObject({ orden: 'TipoDispositivo', sentido: 'asc' })
  await heading.click()
  await expect.poll(() => location.search).toMatch(/orden=TipoDispositivo.*sentido=desc/)
  await button('Página siguiente').click()
  await expect
    .poll(last)
    .toMatchObject({ orden: 'TipoDispositivo', sentido: 'desc', page: '2', per_page: '20' })
  expect(location.search).toContain('pagina=2')
  await expect.poll(() => nicknames()[0]).toBe('20014-021')
  history.back()
  await expect.poll(() => location.search).not.toContain('pagina=2')
  await expect.poll(() => nicknames()[0]).toBe('20014-001')
})

test('a page of a hundred rows has its grid', async () => {
  await open('/poc-status?filas=100', { devices: fleet(120) })
  await expect.poll(rows).toHaveLength(100)
  await expect
    .element(page.getByRole('grid', { name: /^Inventario/ }))
    .toHaveAttribute('aria-rowcount', '121')
})

test('another company is read from its first page on, with the filters that were there', async () => {
  const { last } = await open('/poc-status?tipo=SmartBle&pagina=3')
  await button('Empresa: Todas las empresas').click()
  await page.getByRole('menuitemradio', { name: 'Llanada' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/poc-status?tipo=SmartBle')
  await expect.poll(last).toMatchObject({ empresa: '3', page: '1', tipo: 'SmartBle' })
  await expect.element(total()).toMatchTextContent(/^1–10 de /)
  // Of one company the company of each device is not shown.
  expect(headings()).not.toContain('Empresa')
})

// cubre: inventario 11, transiciones 8, constantes 1 14
test('batteries have their colours, what is missing says so, inactive rows are red', async () => {
  const changes: Partial<Dispositivo>[] = [
    { Bateria: 99.5 },
    { Bateria: 99.4, UltimoRegistro: daysAgo(2.9) },
    { Bateria: 50, UltimoRegistro: daysAgo(3.1) },
    { Bateria: 49.9, UltimoRegistro: null },
    { Bateria: 25 },
    { Bateria: 24.9 },
    { Bateria: null, ApodoLector: null, Estado: null },
  ]
  await open('/poc-status', {
    devices: changes.map((c, i) => device(i + 1, c)),
    answers: { listPlazos: () => [{ empresa: 1, minutosViejo: 300, minutosPerdido: 3 * 1440 }] },
  })
  await expect.poll(rows).toHaveLength(7)
  const levels = rows().map((r) => r.querySelector<HTMLElement>('[data-nivel]')?.dataset.nivel)
  expect(levels.slice(0, 6)).toEqual(['lima', 'verde', 'verde', 'amarillo', 'amarillo', 'rojo'])
  expect(rows().map((r) => r.dataset.tono === 'rojo')).toEqual([
    ...[false, false, true, true],
    ...[false, false, false],
  ])
  expect(rows()[3]?.textContent).toMatch(/Sin datos.*49 %/)
  expect(rows()[6]?.textContent).toMatch(/Sin datos.*Sin datos/)
  const old = (n: number) =>
    page
      .elementLocator(rows()[n] as Element)
      .getByRole('img', { name: 'Registro antiguo' })
      .elements().length
  expect([old(3), old(0)]).toEqual([1, 0])
})

// cubre: inventario 7, constantes 20
test('the file has the columns, filters and order of the screen', async () => {
  const saved = catchDownloads()
  const { asked } = await open('/poc-status?tipo=Reader&orden=Apodo&sentido=desc', {
    answers: { exportPoc: () => sendFile(), getExportacion: () => ({ hechas: 0, total: null }) },
  })
  await expect.poll(rows).toHaveLength(10)
  await button('Columnas y densidad').click()
  await page.getByRole('checkbox', { name: 'Bateria', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  for (const [option, name] of [
    ['Excel (.xlsx)', 'status_poc.xlsx'],
    ['PDF (.pdf)', 'status_poc.pdf'],
  ] as const) {
    await button('Exportar').click()
    await page.getByRole('menuitem', { name: option }).click()
    await expect.poll(() => saved.at(-1)?.name).toBe(name)
    expect(asked.findLast((a) => a.name === 'exportPoc')?.request.query).toMatchObject({
      tipo: 'Reader',
      orden: 'Apodo',
      sentido: 'desc',
      formato: name.slice(-4).replace('.', ''),
      columnas:
        'Apodo,TipoDispositivo,Activado,UltimoRegistro,ApodoLector,PosibleEstado,Estado,Ubicacion,@empresa',
    })
  }
})

// cubre: errores 21
test('nothing found says so, a failure too, and neither is the end', async () => {
  let fails = false
  const devices = fleet(25)
  const { devicePocStatus } = inventory(devices)
  await open('/poc-status?apodo=no-hay-tal', {
    devices,
    answers: {
      devicePocStatus: (r) =>
        fails ? refuse({ status: 400, error: 'No se pudo leer.' }) : (devicePocStatus?.(r) as never),
    },
  })
  await expect.element(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  fails = true
  await button('Limpiar filtros').click()
  await expect.element(page.getByText('No se pudo leer.')).toBeVisible()
  fails = false
  await button('Reintentar').click()
  await expect.poll(rows).toHaveLength(10)
})

test('on a phone rows are cards and filters are behind a button', async () => {
  await open('/poc-status', { width: 390 })
  const card = page.getByRole('list', { name: 'Inventario' }).getByRole('listitem').first()
  await expect.element(card).toMatchTextContent(/20014-001/)
  const state = page.getByRole('combobox', { name: 'Estado', exact: true })
  expect(state.elements()).toEqual([])
  await button('Más filtros').click()
  await expect.element(state).toBeVisible()
})
