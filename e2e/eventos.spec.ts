import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { evento, fakeFilas, fakePagina, openEventos, pagina, rows } from './eventos'
import { test } from './prueba'

const DE_FABRICA = ['Time', 'Estado', 'Bateria', 'ApodoDispositivo', 'ApodoLector', 'Etiqueta']
const SIN_EVENTOS = 'No se encontraron eventos con esos filtros'
const buscar = 'Buscar Apodo o MAC'

// cubre: producto 4, eventos 1-2 6
test('starts with the newest events, the columns in their order and the total of the server', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'admin')
  const { total } = await pagina(page)
  await openEventos(page)
  await expect(page.getByRole('columnheader')).toHaveText(DE_FABRICA)
  // Number of rows that fit in 900 px.
  await expect(rows(page)).toHaveCount(16)
  await expect(rows(page).last()).toBeInViewport({ ratio: 1 })
  const pie = await page.getByRole('navigation', { name: 'Paginación' }).getByRole('status').textContent()
  expect(pie).toMatch(/^1–16 de /)
  expect(Number(pie?.replace(/^.* de /, '').replaceAll('.', ''))).toBeGreaterThanOrEqual(total)
  const times = (await rows(page).locator('time').all()).map((t) => t.getAttribute('datetime'))
  const instantes = (await Promise.all(times)).map((t) => Date.parse(t ?? ''))
  expect(instantes).toEqual(instantes.toSorted((a, b) => b - a))
  await expect(rows(page).first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  expect(new URL(page.url()).search).toBe('')
})

// cubre: eventos 4, validacion 22
test('filters while one types: trimmed, after a pause, blank as absent, and narrowed by the server', async ({
  page,
}) => {
  const pedidas: string[] = []
  page.on('request', (r) => r.url().includes('per_page=16') && pedidas.push(new URL(r.url()).search))
  await openEventos(page)
  const apodo = (await pagina(page)).data.find((e) => e.ApodoDispositivo)?.ApodoDispositivo ?? ''
  expect(pedidas[0]).not.toMatch(/search|apodoLector|timestamp|estado/)
  pedidas.length = 0
  await page.getByPlaceholder(buscar).focus()
  // Typed within the page: on a busy machine, keys from outside may lie further apart than the pause.
  await page.evaluate((texto) => {
    for (const letra of texto) document.execCommand('insertText', false, letra)
  }, `  ${apodo} `)
  await expect(page).toHaveURL((u) => u.searchParams.get('search') === apodo)
  await expect
    .poll(() => rows(page).locator('td:nth-child(4)').allTextContents())
    .toEqual(expect.arrayContaining([apodo]))
  await expect(rows(page).filter({ hasNotText: apodo })).toHaveCount(0)
  expect(pedidas).toHaveLength(1)
  await page.getByPlaceholder(buscar).fill('   ')
  await expect(page).not.toHaveURL(/search/)
})

// cubre: rutas 4
test('the address fills the search, and a mac finds its device', async ({ page }) => {
  await enterAs(page, 'admin')
  const uno = (await pagina(page)).data.find((e) => e.ApodoDispositivo)
  await openEventos(page, `/NewData?search=${uno?.Dispositivo}`)
  await expect(page.getByPlaceholder(buscar)).toHaveValue(uno?.Dispositivo ?? '')
  await expect(rows(page).filter({ hasNotText: uno?.ApodoDispositivo ?? '' })).toHaveCount(0)
})

// cubre: eventos 5
test('reader, state and moment filter together, back undoes one by one, Limpiar all', async ({ page }) => {
  await openEventos(page)
  const { data } = await pagina(page, { estado: 'Parado', per_page: '100' })
  const uno = data.at(-1)
  const lector = uno?.ApodoLector ?? ''
  const day = uno?.Time.slice(0, 10) ?? ''
  await page.getByPlaceholder('Apodo del lector').fill(lector)
  await expect(page).toHaveURL(/apodoLector=/)
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Todos los estados',
    'Parado',
    'En movimiento',
    'Impacto',
  ])
  await page.getByRole('option', { name: 'Parado' }).click()
  await expect(page).toHaveURL(/estado=Parado/)
  await page.getByRole('textbox', { name: 'Fecha y hora' }).fill(day)
  await expect(page).toHaveURL((u) => u.searchParams.get('timestamp') === day)
  const { total } = await pagina(page, { apodoLector: lector, estado: 'Parado', timestamp: day })
  const estado = page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
  await expect
    .poll(async () => Number((await estado.textContent())?.replace(/^.* de /, '').replaceAll('.', '')))
    .toBeGreaterThanOrEqual(total)
  await expect(rows(page).first()).toContainText(day.split('-').reverse().join('/'))
  await expect(rows(page).filter({ hasNotText: lector })).toHaveCount(0)
  await expect(rows(page).filter({ hasNotText: 'Parado' })).toHaveCount(0)
  await page.goBack()
  await expect(page).not.toHaveURL(/timestamp/)
  await expect(page.getByRole('textbox', { name: 'Fecha y hora' })).toHaveValue('')
  await page.getByRole('button', { name: 'Quitar Estado: Parado' }).click()
  await expect(page).not.toHaveURL(/estado/)
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(page).not.toHaveURL(/apodoLector/)
  await expect(page.getByPlaceholder('Apodo del lector')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Filtros aplicados' })).toBeHidden()
})

test('a moment is typed as far as one likes, or its day taken from the calendar', async ({ page }) => {
  await openEventos(page)
  const uno = (await pagina(page, { per_page: '1000' })).data.at(-1)
  const minute = uno?.Time.slice(0, 16).replace('T', ' ') ?? ''
  const field = page.getByRole('textbox', { name: 'Fecha y hora' })
  await field.fill(minute)
  const [a, m, d] = minute.slice(0, 10).split('-')
  await expect(rows(page).filter({ hasNotText: `${d}/${m}/${a} ${minute.slice(11)}` })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Elegir día' }).click()
  const calendario = page.getByRole('dialog', { name: 'Elegir día' })
  await expect(calendario.getByRole('grid')).toBeVisible()
  await calendario.getByRole('gridcell', { name: '1', exact: true }).first().click()
  await expect(calendario).toBeHidden()
  await expect(field).toHaveValue(`${a}-${m}-01`)
  await expect(page).toHaveURL((u) => u.searchParams.get('timestamp') === `${a}-${m}-01`)
})

for (const [text, message] of [
  ['ayer', 'La fecha debe tener el formato AAAA-MM-DD HH:MM:SS, o ser el comienzo de una.'],
  ['2026-02-30', 'Esa fecha no existe.'],
] as const)
  test(`the moment ${text} is refused at its field with the server's words`, async ({ page }) => {
    await openEventos(page)
    const field = page.getByRole('textbox', { name: 'Fecha y hora' })
    await field.fill(text)
    await expect(page.getByRole('alert').getByText(message).or(page.getByText(message))).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(message)
    await page.getByRole('button', { name: 'Borrar fecha' }).click()
    await expect(rows(page)).toHaveCount(16)
    await expect(page.getByText(message)).toBeHidden()
  })

test('a day of which half is typed is not wrong yet', async ({ page }) => {
  const malas: string[] = []
  page.on('response', (r) => r.status() === 400 && malas.push(r.url()))
  await openEventos(page)
  const field = page.getByRole('textbox', { name: 'Fecha y hora' })
  await field.pressSequentially('2026-1', { delay: 20 })
  await page.waitForTimeout(700)
  await field.pressSequentially('1-20', { delay: 20 })
  await expect(page).toHaveURL(/timestamp=2026-11-20/)
  expect(malas).toEqual([])
})

// cubre: eventos 13, errores 20
for (const letter of ['%', '_', "'", '\\'])
  test(`${letter} is a letter like any other`, async ({ page }) => {
    await enterAs(page, 'admin')
    expect((await pagina(page, { search: letter })).total).toBe(0)
    await page.goto(`/NewData?search=${encodeURIComponent(letter)}`)
    await expect(page.getByText(SIN_EVENTOS)).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await expect(rows(page)).toHaveCount(16)
    await expect(page).not.toHaveURL(/search/)
  })

test('10,000 characters are cut, typed or in the address', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto(`/NewData?search=${'x'.repeat(10_000)}`)
  await expect(page.getByText(SIN_EVENTOS)).toBeVisible()
  await expect(page.getByPlaceholder(buscar)).toHaveValue('x'.repeat(200))
  await page.getByPlaceholder(buscar).fill(`😀${'y'.repeat(9_998)}`)
  await expect(page).toHaveURL((u) => u.searchParams.get('search')?.length === 200)
  await expect(page.getByText(SIN_EVENTOS)).toBeVisible()
})

test('what the address cannot mean is ignored', async ({ page }) => {
  await openEventos(page, '/NewData?estado=Volando&filas=333&pagina=-4&otra=1')
  await expect(rows(page)).toHaveCount(16)
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveText('Estado')
  await expect(page.getByRole('list', { name: 'Filtros aplicados' })).toBeHidden()
})

test('a page beyond the last returns to the last', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/NewData?estado=Impacto&pagina=1000000000')
  await expect(page).toHaveURL((u) => Number(u.searchParams.get('pagina')) < 1_000_000)
  await expect(rows(page).first().locator('time')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Última página' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Página anterior' })).toBeEnabled()
})

test('pages of 10 to 1,000 events, far ones too', async ({ page }) => {
  await openEventos(page)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText(['10', '16', '20', '50', '100', '500', '1000'])
  await page.getByRole('option', { name: '1000', exact: true }).click()
  await expect(page).toHaveURL(/filas=1000/)
  await expect(page.getByRole('navigation', { name: 'Paginación' })).toContainText('1–1000 de')
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await page.goBack()
  await expect(page).not.toHaveURL(/pagina/)
  await page.goto('/NewData?pagina=5000')
  await expect(rows(page)).toHaveCount(16)
  await expect(page.getByRole('navigation', { name: 'Paginación' })).toContainText('79.985–80.000 de')
  // The page size is that of the copied address, whatever fits on this screen.
  await page.goto('/NewData?pagina=2&filas=33')
  await expect(rows(page)).toHaveCount(33)
  await expect(page.getByRole('navigation', { name: 'Paginación' })).toContainText('34–66 de')
  await expect(page.getByRole('combobox', { name: 'Filas por página' })).toHaveText('33')
})

test('a nickname narrows the search to itself', async ({ page }) => {
  await openEventos(page, '/NewData?pagina=3')
  const chip = rows(page).first().getByRole('button')
  const apodo = (await chip.textContent()) ?? ''
  await chip.click()
  await expect(page).toHaveURL((u) => u.searchParams.get('search') === apodo && !u.searchParams.has('pagina'))
  await expect(page.getByPlaceholder(buscar)).toHaveValue(apodo)
  await page.goBack()
  await expect(page).toHaveURL(/pagina=3/)
})

test('Recargar asks for the page again', async ({ page }) => {
  let n = 1
  const pedidas = await fakePagina(page, () => ({ data: [evento(n)], total: n }))
  await openEventos(page)
  n = 2
  const before = pedidas.length
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(rows(page).first()).toContainText('20014-002')
  expect(pedidas.length).toBeGreaterThan(before)
})

// cubre: errores 19 24
for (const [nombre, status, body, text] of [
  [
    'says why',
    400,
    { json: { error: 'Los eventos no se pueden leer.', code: 'mal' } },
    'Los eventos no se pueden leer. (error 400)',
  ],
  [
    'without words',
    404,
    { body: '<h1>Nada</h1>' },
    'Error al obtener los datos. Error en la petición: Not Found (404): Nada',
  ],
] as const)
  test(`a call that fails ${nombre}, and can be tried again`, async ({ page }) => {
    let falla = true
    await fakePagina(page, () =>
      falla ? (r) => r.fulfill({ status, ...body }) : { data: [evento(1)], total: 1 },
    )
    await enterAs(page, 'admin')
    await page.goto('/NewData')
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    falla = false
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(rows(page)).toHaveCount(1)
  })

test('without a connection it says so', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.route('**/api/get_table_data*', (r) => r.abort())
  await page.goto('/NewData')
  await expect(page.getByText('No hay conexión con el servidor.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})

test('the keyboard walks the rows; a focused one says how long ago it was', async ({ page }) => {
  await fakeFilas(page, [evento(1), evento(2, { Time: new Date(Date.now() - 3 * 60_000).toISOString() })])
  await openEventos(page)
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  const trasLaHora = (n: number) =>
    rows(page)
      .nth(n)
      .locator('time')
      .evaluate((t) => getComputedStyle(t, '::after').content)
  await expect.poll(() => trasLaHora(1)).toBe('"hace 3 min"')
  expect(await trasLaHora(0)).toBe('none')
})

test('table, calendar and refused moment have no violations', async ({ page }) => {
  await openEventos(page, '/NewData?search=20014&filas=10')
  await expectAccesible(page)
  await page.getByRole('button', { name: 'Elegir día' }).click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expectAccesible(page)
  await page.goto('/NewData?timestamp=ayer')
  await expect(page.getByText('Con esa fecha no se puede buscar')).toBeVisible()
  await expectAccesible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('events are cards; the other filters stand behind a button', async ({ page }) => {
    await enterAs(page, 'admin')
    await page.goto('/NewData')
    const tarjetas = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem')
    await expect(tarjetas.first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
    await expect(page.getByRole('combobox', { name: 'Estado' })).toBeHidden()
    await page.getByRole('button', { name: 'Más filtros' }).click()
    await page.getByRole('combobox', { name: 'Estado' }).click()
    await page.getByRole('option', { name: 'Parado' }).click()
    await expect(page.getByRole('button', { name: 'Quitar Estado: Parado' })).toBeVisible()
    await expect(tarjetas.filter({ hasText: 'En movimiento' })).toHaveCount(0)
    await expectSinDesborde(page)
    await expectAccesible(page)
  })
})
