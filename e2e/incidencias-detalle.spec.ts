import { expect, type Locator, type Page } from '@playwright/test'
import type { Incidencia } from '../contract/eventos/incidencias'
import { expectAccesible, expectFoco, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import {
  enPlanta,
  fakeDetalle,
  golpe,
  list,
  MUESTRAS,
  openIncidencias,
  openUna,
  panel,
  RUTA,
  read,
  row,
  rows,
  total,
} from './incidencias'
import { test } from './prueba'
import { expectToast } from './toasts'

const g = (v: number) => `${v.toLocaleString('es', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} g`

async function openDetalle(page: Page, id: number) {
  await enterAs(page, 'admin')
  await page.goto(`/incidencias?incidencia=${id}`)
  await expect(panel(page).getByText('Gravedad')).toBeVisible()
}

async function first(page: Page, que: (i: Incidencia) => boolean = () => true): Promise<Incidencia> {
  await enterAs(page, 'admin')
  const una = (await list(page)).find(que)
  if (!una) throw new Error('the demo has no such incident')
  return una
}

test('opens from its button and with Enter, lives in the address, and closes with Esc or back', async ({
  page,
}) => {
  await openIncidencias(page)
  const id = await rows(page).first().getAttribute('data-id')
  const button = rows(page)
    .first()
    .getByRole('button', { name: /^Detalles de / })
  await button.click()
  await expect(page).toHaveURL(new RegExp(`incidencia=${id}`))
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(button).toBeFocused()
  await expect(page).not.toHaveURL(/incidencia=/)
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  // The focus follows in the next frame.
  await expectFoco(rows(page).nth(1))
  const segunda = await rows(page).nth(1).getAttribute('data-id')
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  // New incidents may have been added above it.
  await expectFoco(row(page, Number(segunda)))
})

test('says how bad it was, where, and who closed it', async ({ page }) => {
  const { id } = await first(page, (i) => i.revisado && Boolean(i.Ubicacion && i.cerrada_por))
  const i = await read(page, id)
  await openDetalle(page, id)
  const p = panel(page)
  await expect(p.getByRole('heading', { level: 2 })).toHaveText(`${i.ApodoDispositivo}Cerrada`)
  await expect(p.getByText(`Impacto del ${enPlanta(i.Time)}`)).toBeVisible()
  const gravedad = p.getByRole('region', { name: 'Gravedad' })
  await expect(gravedad.getByText(g(i.pico_g ?? 0), { exact: true })).toBeVisible()
  await expect(gravedad).toContainText(`Impactos${i.impactos}`)
  await expect(gravedad).toContainText(
    `Duración${i.duracion_s.toLocaleString('es', { maximumFractionDigits: 1 })} s`,
  )
  const donde = p.getByRole('region', { name: 'Dónde estaba' })
  await expect(donde.getByText(i.Ubicacion ?? '', { exact: true }).first()).toBeVisible()
  await expect(donde.getByText(i.ApodoLector ?? '', { exact: true })).toBeVisible()
  await expect(p.getByRole('region', { name: 'Revisión' })).toContainText(
    `Cerrada por ${i.cerrada_por} el ${enPlanta(i.cerrada ?? '')}.`,
  )
})

test('draws the samples of each axis with the threshold, and has them as a table', async ({ page }) => {
  await fakeDetalle(page, { muestras: MUESTRAS, umbral_g: 2.5 })
  const { id } = await first(page)
  await openDetalle(page, id)
  const chart = panel(page).getByRole('figure')
  await expect(chart).toContainText('5 muestras: la mayor, de 4,11 g, llega en el instante del impacto')
  await expect(chart).toContainText('sobre todo en el eje X')
  const drawing = chart.getByRole('img', { name: /^Gráfico: / })
  await expect(drawing).toHaveAttribute('aria-busy', 'false')
  for (const text of ['X', 'Y', 'Z'])
    await expect(drawing.locator('text').getByText(text, { exact: true })).toHaveCount(1)
  await expect(drawing.locator('text').getByText('2,50 g', { exact: true })).toHaveCount(3)
  await expect(drawing.locator('text').getByText('-2,50 g', { exact: true })).toHaveCount(3)
  await expect(drawing.getByText('umbral', { exact: true })).toBeAttached()
  await chart.getByRole('button', { name: 'Ver datos' }).click()
  const data = chart.getByRole('grid')
  await expect(data.getByRole('columnheader')).toHaveText(['ms', 'X (g)', 'Y (g)', 'Z (g)', 'Magnitud (g)'])
  await expect(data.getByRole('row').nth(3)).toHaveText(/0-3,21,52,14,11/)
  await chart.getByRole('button', { name: 'Ocultar datos' }).click()
  await expect(data).toBeHidden()
})

test('without samples it says so, with the extremes that are known', async ({ page }) => {
  await fakeDetalle(page, { muestras: [], accelxmax: 3.1, accelxmin: -0.25 })
  const { id } = await first(page)
  await openDetalle(page, id)
  await expect(
    panel(page).getByText('El sensor no envió muestras de este impacto, solo los extremos de cada eje.'),
  ).toBeVisible()
  await expect(panel(page).getByText('-0,25 g … 3,10 g')).toBeVisible()
  await expect(panel(page).getByRole('figure')).toHaveCount(0)
})

test('shows a map where it was, and says so where nobody knows', async ({ page }) => {
  const { id } = await first(page)
  await fakeDetalle(page, { Lat: 42.85, Lon: -2.67 })
  await openDetalle(page, id)
  await panel(page).getByRole('heading', { name: 'Dónde estaba' }).scrollIntoViewIfNeeded()
  await expect(panel(page).getByRole('region', { name: /^Mapa del impacto de / })).toBeVisible()
  await expect(panel(page).locator('.marcador-caja')).toBeVisible()
  await page.unroute(/\/api\/incidencias\/\d+$/)
  await fakeDetalle(page, { Lat: null, Lon: null, nodo: null, Ubicacion: null })
  await page.reload()
  await expect(panel(page).getByText('Sin ubicación disponible', { exact: true })).toBeVisible()
  await expect(panel(page).locator('.marcador-caja')).toHaveCount(0)
})

test('shows the plan where there are no coordinates but a node on it', async ({ page }) => {
  const { id, ApodoDispositivo } = await first(page, (i) => Boolean(i.ApodoDispositivo))
  await fakeDetalle(page, { Lat: null, Lon: null, nodo: { x: 0.75, y: 0.25 }, Ubicacion: 'Almacén Lleno' })
  await openDetalle(page, id)
  const donde = panel(page).getByRole('region', { name: 'Dónde estaba' })
  await donde.scrollIntoViewIfNeeded()
  const plano = donde.getByRole('img', { name: `Plano del impacto de ${ApodoDispositivo}, en Almacén Lleno` })
  await expect(plano.locator('[data-impacto]')).toHaveCount(1)
  await expect(donde.getByText('Sin ubicación disponible')).toHaveCount(0)
  const cajaOf = async (l: Locator) => (await l.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const caja = await cajaOf(plano)
  const marca = await cajaOf(plano.locator('[data-impacto]'))
  expect((marca.x + marca.width / 2 - caja.x) / caja.width).toBeCloseTo(0.75, 1)
  expect((marca.y + marca.height / 2 - caja.y) / caja.height).toBeCloseTo(0.25, 1)
  await expectAccesible(page)
})

test('earlier impacts lead to their own details, and back returns', async ({ page }) => {
  await enterAs(page, 'admin')
  let i = await read(page, (await first(page)).id)
  for (const otra of await list(page)) {
    i = await read(page, otra.id)
    if (i.anteriores.length > 1) break
  }
  await openDetalle(page, i.id)
  const anteriores = panel(page).getByRole('region', { name: 'Impactos anteriores' })
  await expect(anteriores).toContainText(new RegExp(`${i.totalAnteriores} impactos? anterior`))
  await expect(anteriores.getByRole('listitem')).toHaveCount(i.anteriores.length)
  const link = anteriores.getByRole('link').filter({ hasText: enPlanta(i.anteriores[0]?.Time ?? '') })
  await link.click()
  await expect(page).toHaveURL(new RegExp(`incidencia=${i.anteriores[0]?.id}`))
  await expect(panel(page).getByText(`Impacto del ${enPlanta(i.anteriores[0]?.Time ?? '')}`)).toBeVisible()
  await page.goBack()
  await expect(panel(page).getByText(`Impacto del ${enPlanta(i.Time)}`)).toBeVisible()
})

test('leads to the events of the container', async ({ page }) => {
  const { id, ApodoDispositivo } = await first(page, (i) => Boolean(i.ApodoDispositivo))
  await openDetalle(page, id)
  await panel(page).getByRole('link', { name: 'Ver sus eventos' }).click()
  await expect(page).toHaveURL(new RegExp(`/NewData\\?search=${ApodoDispositivo}&estado=Impacto$`))
})

test('reviews as the row does, and the row follows', async ({ page }) => {
  const { id, hubo_golpe_real } = await openUna(page, 3)
  await row(page, id)
    .getByRole('button', { name: /^Detalles de / })
    .click()
  await golpe(panel(page)).click()
  await expectToast(page, /^Golpe real (des)?marcado\. La incidencia sigue abierta\.$/)
  expect((await read(page, id)).hubo_golpe_real).toBe(!hubo_golpe_real)
  await panel(page)
    .getByRole('button', { name: /^Abierta: / })
    .click()
  await expect(page.getByRole('alertdialog', { name: 'Confirmar cierre' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(golpe(row(page, id))).toBeChecked({ checked: !hubo_golpe_real })
  await golpe(row(page, id)).click()
  await expect.poll(async () => (await read(page, id)).hubo_golpe_real).toBe(hubo_golpe_real)
})

test('an unknown incident and one that fails say which is which', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto(`${RUTA}&incidencia=987654321`)
  const dialogo = page.getByRole('dialog', { name: 'Incidencia' })
  await expect(dialogo.getByText('Esta incidencia no existe')).toBeVisible()
  await dialogo.getByRole('button', { name: 'Ver la lista' }).click()
  await expect(dialogo).toBeHidden()
  await expect(page).not.toHaveURL(/incidencia=/)
  let falla = true
  await page.route(/\/api\/incidencias\/\d+$/, (r) =>
    falla ? r.fulfill({ status: 400, json: { error: 'No se pudo leer.', code: 'mal' } }) : r.continue(),
  )
  await rows(page)
    .first()
    .getByRole('button', { name: /^Detalles de / })
    .click()
  await expect(page.getByText('No se ha podido cargar la incidencia')).toBeVisible()
  await expect(page.getByText('No se pudo leer.')).toBeVisible()
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(panel(page).getByText('Gravedad')).toBeVisible()
})

test('neither charts nor maps load before an incident is opened', async ({ page }) => {
  const motores: string[] = []
  page.on('request', (r) => /\/motor-[^/]*\.js$/.test(r.url()) && motores.push(r.url()))
  await openIncidencias(page)
  await page.waitForLoadState('networkidle')
  expect(motores).toEqual([])
  await rows(page)
    .first()
    .getByRole('button', { name: /^Detalles de / })
    .click()
  await expect.poll(() => motores.length).toBeGreaterThan(0)
})

test('list, confirmation and details have no violations', async ({ page }) => {
  await fakeDetalle(page, { muestras: MUESTRAS })
  await openIncidencias(page, '/incidencias?aceleraciones=si')
  await expectAccesible(page)
  await page
    .getByRole('button', { name: /^Abierta: / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccesible(page)
  await page.keyboard.press('Escape')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Detalles de / })
    .click()
  await expect(panel(page).getByRole('img', { name: /^Gráfico: / })).toHaveAttribute('aria-busy', 'false')
  await panel(page).getByRole('button', { name: 'Ver datos' }).click()
  await expectAccesible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('the list is cards, and the details fill the screen', async ({ page }) => {
    await enterAs(page, 'admin')
    await page.goto(RUTA)
    const tarjetas = page.getByRole('list', { name: 'Incidencias recientes' }).getByRole('listitem')
    await expect(tarjetas.first()).toBeVisible()
    await expect(total(page)).toHaveText(/^1–10 de /)
    await expectSinDesborde(page)
    for (const nombre of ['Desde', 'Hasta']) {
      const field = page.getByRole('group', { name: nombre })
      await field.tap()
      await expect(field.getByRole('spinbutton', { name: 'Año' })).toBeInViewport({ ratio: 1 })
    }
    await expectAccesible(page)
    await tarjetas
      .first()
      .getByRole('button', { name: /^Detalles de / })
      .tap()
    await expect(panel(page).getByText('Gravedad')).toBeVisible()
    expect((await panel(page).boundingBox())?.width).toBe(390)
    await expectAccesible(page)
  })
})
