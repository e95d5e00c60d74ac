import { createServer, type Server } from 'node:http'
import { expect, type Page } from '@playwright/test'
import type { TablaGrafico } from '../contract/eventos/graficos'
import { expectAccesible, expectSinDesborde } from './accesible'
import { contrast } from './color'
import { enterAs } from './enter'
import { hoyEnPlanta } from './fecha'
import { holdRoute } from './hold'
import { test } from './prueba'

async function open(page: Page, ruta = '/graphics', usuario = 'operario'): Promise<void> {
  await enterAs(page, usuario)
  await page.goto(ruta)
  await expect(page.getByRole('heading', { name: 'Gráficos' })).toBeVisible()
}
const tarjeta = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

// cubre: producto 6
test('thirteen charts, each with a sentence, a drawing, its numbers and its file', { tag: '@main' }, async ({
  page,
}) => {
  await open(page)
  for (const title of [
    'Impactos por día',
    'Impactos por hora del día',
    'Contenedores con más impactos',
    'Contenedores por ubicación',
    'Estancia por ubicación',
    'Utilización de la flota',
    'No vistos y perdidos',
    'Baterías',
    'Etiquetas que cambiar',
    'Eventos por día',
    'Eventos por hora',
    'Lectores',
  ]) {
    await expect(tarjeta(page, title).last()).toBeVisible()
    await expect(tarjeta(page, title).last().getByRole('button', { name: 'Exportar' })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: /^Ciclos/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Gráfico:/ })).toHaveCount(12)
  await expect(page.getByRole('img', { name: 'Gráfico: Impactos por día' }).locator('svg')).toBeVisible()
  await expect(tarjeta(page, 'Lectores').getByRole('grid')).toContainText('LEC-1')
})

test('a chart that takes long says so under its title, and the others are drawn meanwhile', async ({
  page,
}) => {
  const release = await holdRoute(page, '**/api/graficos/ocupacion?*')
  await open(page)
  const caja = tarjeta(page, 'Contenedores por ubicación')
  await expect(caja.getByText(/^Calculando desde hace \d+ s…$/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Gráfico: Baterías' }).locator('svg')).toBeVisible()
  release()
  await expect(caja.getByRole('img', { name: /^Gráfico:/ })).toBeVisible()
  await expect(caja.getByText('Calculando')).toHaveCount(0)
})

test('the table under a chart holds the numbers of the server, sorted as one asks', async ({ page }) => {
  await open(page)
  const caja = tarjeta(page, 'Impactos por hora del día')
  // A chart is read once: an impact meanwhile is not in it.
  await expect(async () => {
    await page.reload()
    await caja.getByRole('button', { name: 'Ver datos' }).click()
    const hoy = hoyEnPlanta()
    const { filas } = (await (
      await page.request.get(`/api/graficos/impactos_hora?hasta=${hoy}`)
    ).json()) as TablaGrafico
    await expect(caja.getByRole('row')).toHaveCount(25)
    await expect(caja.getByRole('row').nth(9)).toContainText(String(filas[8]?.[1]), { timeout: 5_000 })
    await caja.getByRole('button', { name: 'Impactos' }).click()
    await caja.getByRole('button', { name: 'Impactos' }).click()
    const mayor = Math.max(...filas.map((f) => Number(f[1])))
    await expect(caja.getByRole('row').nth(1).getByRole('gridcell').last()).toHaveText(String(mayor), {
      timeout: 5_000,
    })
  }).toPass()
})

test('weeks are sorted as time goes, and a name is whole; cards of a phone are sorted, too', async ({
  page,
}) => {
  await open(page)
  const caja = tarjeta(page, 'Etiquetas que cambiar')
  await caja.getByRole('button', { name: 'Ver datos' }).click()
  const row = (i: number) => caja.getByRole('row').nth(i)
  const week = caja.getByRole('button', { name: 'Semana' })
  await week.click()
  await expect(row(1)).toContainText('Esta semana')
  await week.click()
  const last = row(1).getByRole('gridcell').first()
  await expect(last).toHaveText('Más de 26 semanas o sin ritmo')
  expect(await last.evaluate((td) => td.scrollWidth - td.clientWidth)).toBe(0)

  await page.setViewportSize({ width: 390, height: 844 })
  const golpes = tarjeta(page, 'Contenedores con más impactos')
  await golpes.getByRole('button', { name: 'Ver datos' }).click()
  await golpes.getByRole('combobox', { name: 'Ordenar por' }).click()
  await page.getByRole('option', { name: 'Pico (g)' }).click()
  await golpes.getByRole('button', { name: 'Descendente' }).click()
  const picos = async () =>
    (await golpes.getByRole('listitem').locator('dd:last-of-type').allTextContents())
      .filter((_, i) => i % 5 === 3)
      .map((t) => Number(t.replace(',', '.')))
  await expect(async () => {
    const vistos = await picos()
    expect(vistos).toEqual(vistos.toSorted((a, b) => b - a))
    expect(vistos.length).toBeGreaterThan(1)
  }).toPass()
})

test('what is not over is paler or left out; names are text that switches what is drawn', async ({
  page,
}) => {
  await open(page)
  const impactos = tarjeta(page, 'Impactos por día')
  await expect(impactos.getByText('Lo último, más claro, no ha acabado.')).toBeVisible()
  const ocupacion = tarjeta(page, 'Contenedores por ubicación')
  const series = ocupacion.getByRole('list', { name: 'Series' }).getByRole('button')
  expect(await series.count()).toBeLessThanOrEqual(7)
  await expect(series.last()).toHaveText('Otras')
  const trazos = ocupacion.locator('svg path[fill-opacity="0.5"]')
  await expect(trazos).toHaveCount(await series.count())
  const before = await trazos.count()
  await series.first().click()
  await expect(series.first()).toHaveAttribute('aria-pressed', 'false')
  await expect(trazos).toHaveCount(before - 1)
  await series.first().click()
  await expect(trazos).toHaveCount(before)
})

for (const tema of ['light', 'dark'] as const)
  test(`drawn text can be read: ${tema}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: tema })
    await open(page)
    const svg = page.getByRole('img', { name: 'Gráfico: Contenedores por ubicación' }).locator('svg')
    await expect(svg.locator('text').first()).toBeVisible()
    const background = await tarjeta(page, 'Contenedores por ubicación').evaluate(
      (el) => getComputedStyle(el).backgroundColor,
    )
    const colores = await page
      .getByRole('img', { name: /^Gráfico:/ })
      .locator('svg text')
      .evaluateAll((ts) => [...new Set(ts.map((t) => getComputedStyle(t).fill))])
    expect(colores.length).toBeGreaterThan(0)
    for (const c of colores)
      expect(contrast(c, background), `${c} on ${background}`).toBeGreaterThanOrEqual(4.5)
  })

test('filters live in the address, and back undoes them', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: '7 días' }).click()
  await expect(page).toHaveURL(/desde=\d{4}-\d\d-\d\d/)
  await expect(tarjeta(page, 'Eventos por día').getByText(/en 7 días/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Familia' }).click()
  await page.getByRole('option', { name: '20014' }).click()
  await expect(page).toHaveURL(/familia=20014/)
  await page.goBack()
  await expect(page).not.toHaveURL(/familia/)
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await expect(page).not.toHaveURL(/desde/)
  await expect(tarjeta(page, 'Eventos por día').getByText(/en 30 días/)).toBeVisible()
})

test('a chart becomes a file with its name', async ({ page }) => {
  await open(page)
  await tarjeta(page, 'Baterías').last().getByRole('button', { name: 'Exportar' }).click()
  const descarga = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  expect((await descarga).suggestedFilename()).toBe('baterias.xlsx')
})

test('what cannot be read says so and can be asked again, alone', async ({ page }) => {
  let failures = 1
  await page.route('**/api/graficos/baterias?**', (ruta) =>
    failures-- > 0
      ? ruta.fulfill({ status: 400, json: { error: 'No hay datos hoy.', code: 'x' } })
      : ruta.continue(),
  )
  await open(page)
  await expect(page.getByText('Error al obtener los datos')).toBeVisible()
  await expect(page.getByText('No hay datos hoy.')).toBeVisible()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('img', { name: 'Gráfico: Baterías' })).toBeVisible()
})

test.describe('somebody else’s dashboard', () => {
  let server: Server
  let url: string
  test.beforeAll(async () => {
    server = createServer((_, res) => res.setHeader('content-type', 'text/html').end('<h1>Panel ajeno</h1>'))
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
  })
  test.afterAll(() => server.close())
  // Pending requests must not outlive the test.
  test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

  const withDashboard = async (page: Page, dashboardUrl: string) => {
    await page.route('**/api/ajustes', async (ruta) => {
      const res = await ruta.fetch()
      await ruta.fulfill({ json: { ...(await res.json()), dashboardUrl } })
    })
    // The real server puts the address into its policy; here the test changes the page afterwards.
    await page.route('**/graphics', async (ruta) => {
      const res = await ruta.fetch()
      await ruta.fulfill({
        response: res,
        headers: {
          ...res.headers(),
          'content-security-policy': `default-src 'self' 'unsafe-inline' data:; connect-src 'self' ${url}; frame-src ${url}`,
        },
      })
    })
    await enterAs(page, 'operario')
    await page.goto('/graphics')
  }

  // cubre: producto 16
  test('is shown in a frame that holds it', async ({ page }) => {
    await withDashboard(page, url)
    await expect(
      page.frameLocator('iframe[title="Panel de gráficos"]').getByText('Panel ajeno'),
    ).toBeVisible()
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-top-navigation')
  })

  test('that is not there is said so', async ({ page }) => {
    await withDashboard(page, 'http://127.0.0.1:9/')
    await expect(page.getByText('No se ha podido cargar: Panel de gráficos')).toBeVisible()
    await expect(page.getByText('DASHBOARD_URL')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  })
})

test('nothing for axe to find, in either theme, and nothing sticks out on a phone', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('img', { name: 'Gráfico: Eventos por hora' }).locator('svg')).toBeVisible()
  await expectAccesible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSinDesborde(page)
})
