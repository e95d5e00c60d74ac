import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { edit, nodo, nodos, ONCE, open } from './plano'
import { test } from './prueba'

/** Fixed counts, because the simulator moves the real ones. */
const cuentas = (page: Page, json: () => object) =>
  page.route('**/api/contar_dispositivos*', (r) => r.fulfill({ json: json() }))

/** The uncertain part of the counts. */
const inciertos = (page: Page, json = { dudosos: {}, sin_senal: {} }) =>
  page.route('**/api/contar_inciertos*', (r) => r.fulfill({ json }))

// cubre: producto 1, plano 1 4 6-10
test('eleven nodes with their counts, joined by the five arrows', async ({ page }) => {
  await inciertos(page, {
    dudosos: { '20014': { 'Almacén Lleno': 3 } },
    sin_senal: { '20014': { 'Almacén Lleno': 2, 'En Tránsito': 1 } },
  })
  await cuentas(page, () => ({
    '20014': { 'Almacén Lleno': 34, Gestamp: 1, 'En Tránsito': 6 },
    '41001': { 'Almacén Lleno': 5, 'En Consumo': 2 },
    '99999': { 'Almacén Lleno': 7 },
  }))
  await open(page)
  await expect(nodos(page)).toHaveCount(11)
  for (const nombre of ONCE) await expect(nodo(page, nombre)).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Almacén Lleno: 34 contenedores, 3 dudosos, 2 sin señal' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Gestamp: 1 contenedor', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'En Tránsito: 6 contenedores' })).toBeVisible()
  const flechas = await page
    .locator('[data-flecha]')
    .evaluateAll((gs) => gs.map((g) => g.getAttribute('data-flecha')))
  expect(flechas).toEqual([
    'Descarga Llenos>Almacén Lleno',
    'Almacén Lleno>En Consumo',
    'En Consumo>Almacén Vacío',
    'Almacén Vacío>Descarga Llenos',
    'Descarga Llenos>Gestamp',
  ])
  await page.getByRole('button', { name: 'Montaje Final', exact: true }).click()
  await expect(page).toHaveURL(/montaje=final/)
  await expect(page.getByRole('button', { name: 'Almacén Lleno: 5 contenedores' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Almacén Lleno: 34 contenedores' })).toBeVisible()
})

// cubre: plano 2
test('the family can be chosen for Montaje Bruto alone, and is 20014', async ({ page }) => {
  await open(page)
  const familia = page.getByRole('combobox', { name: 'Familia' })
  await expect(familia).toHaveText('Familia 20014')
  await familia.click()
  await expect(page.getByRole('option')).toHaveText(['20014'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Montaje Final', exact: true }).click()
  await expect(familia).toHaveAttribute('aria-disabled', 'true')
})

// cubre: plano 5
test('a node opens the inventory of its place and family; by keyboard too', { tag: '@main' }, async ({
  page,
}) => {
  await open(page)
  await nodo(page, 'Almacén Lleno').click()
  await expect(page).toHaveURL(/\/poc-status\?/)
  const filters = new URL(page.url()).searchParams
  expect([filters.get('ubicacion'), filters.get('familia')]).toEqual(['Almacén Lleno', '20014'])
  await page.goBack()
  await page.getByRole('button', { name: 'Montaje Final', exact: true }).click()
  await nodo(page, 'En Consumo').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/poc-status\?ubicacion=En\+?(%20)?Consumo&montaje=final$/)
  await page.getByRole('button', { name: 'Quitar Montaje: Final' }).click()
  await expect(page).toHaveURL(/\/poc-status\?ubicacion=En\+?(%20)?Consumo$/)
})

test('a container that goes from place to place is seen on its way, unless motion is unwelcome', async ({
  page,
}) => {
  await inciertos(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  let n = 34
  await cuentas(page, () => ({ '20014': { 'Almacén Lleno': n, 'En Consumo': 40 - n } }))
  await open(page)
  await expect(nodo(page, 'Almacén Lleno')).toHaveAccessibleName('Almacén Lleno: 34 contenedores')
  const visto = page.waitForSelector('[data-viaje]', { state: 'attached' })
  n = 33
  // Live changes cause a refetch too; the button makes sure.
  await page.getByRole('button', { name: 'Recargar' }).click()
  await visto
  await expect(nodo(page, 'En Consumo')).toHaveAccessibleName('En Consumo: 7 contenedores')
  await expect(page.locator('[data-viaje]')).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => {
    const w = window as unknown as { viajes: number }
    w.viajes = 0
    new MutationObserver(() => {
      w.viajes += document.querySelectorAll('[data-viaje]').length
    }).observe(document.body, { childList: true, subtree: true })
  })
  n = 32
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(nodo(page, 'En Consumo')).toHaveAccessibleName('En Consumo: 8 contenedores')
  expect(await page.evaluate(() => (window as unknown as { viajes: number }).viajes)).toBe(0)
})

test('who is no admin cannot edit; what fails says why and is tried again', async ({ page }) => {
  let falla = true
  await page.route('**/api/ubicaciones*', (r) =>
    falla
      ? r.fulfill({ status: 400, json: { error: 'No se pudo leer el plano.', code: 'mal' } })
      : r.continue(),
  )
  await enterAs(page, 'operario')
  await page.goto('/special')
  await expect(page.getByText('No se pudo leer el plano.')).toBeVisible()
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(nodos(page)).toHaveCount(11)
  await expect(page.getByRole('button', { name: 'Editar plano' })).toHaveCount(0)
})

test('on a phone the plan scrolls and grows within its frame, and the nodes are a list too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await expectSinDesborde(page)
  const marco = page.getByRole('region', { name: 'Plano', exact: true })
  const largo = () => marco.evaluate((m) => m.scrollWidth)
  await expect.poll(largo).toBeGreaterThan(800)
  const before = await largo()
  await page.getByRole('button', { name: 'Acercar el plano' }).click()
  await expect.poll(largo).toBeGreaterThan(before * 1.2)
  const list = page.getByRole('region', { name: 'En el plano' })
  await expect(list.getByRole('button')).toHaveCount(11)
  await list.getByRole('button', { name: /^En Consumo: / }).click()
  await expect(page).toHaveURL(/\/poc-status\?/)
})

test('is found in the menu', async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/status')
  await page.getByRole('button', { name: 'Datos antiguos' }).click()
  await page.getByRole('menuitem', { name: 'Plano de planta' }).click()
  await expect(nodos(page)).toHaveCount(11)
})

test('no accessibility violations', async ({ page }) => {
  await open(page)
  await expect(nodos(page)).toHaveCount(11)
  await expectAccesible(page)
  await edit(page)
  await expectAccesible(page)
  await nodo(page, 'Gestamp').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccesible(page)
})
