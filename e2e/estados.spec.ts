import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import type { Estado } from '../contract/dispositivos/ubicaciones'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

const rows = (page: Page) => page.locator('tbody tr[data-indice]')

/** Fixed rows, because the simulator moves containers. */
const FIJAS: Estado = {
  data: [
    ...Array.from({ length: 13 }, (_, i) => ({
      ubicacion: `Muelle ${i + 1}`,
      lector: `LEC-${i + 1}`,
      n: 100 - i,
      dudosos: i === 0 ? 3 : 0,
      sin_senal: 0,
    })),
    { ubicacion: 'Sin ubicación', lector: null, n: 1, dudosos: 0, sin_senal: 0 },
  ],
  dispositivos: 1223,
  ubicaciones: 13,
}

async function open(page: Page, ruta = '/status', cuenta = 'operario') {
  await enterAs(page, cuenta)
  await page.goto(ruta)
  await expect(page.getByRole('heading', { name: 'Estados', level: 1 })).toBeVisible()
}

// cubre: estados 2-3, constantes 11
test('location, reader and count with their totals, ten a page', { tag: '@main' }, async ({ page }) => {
  await page.route('**/api/estado_ubicaciones*', (r) => r.fulfill({ json: FIJAS }))
  await open(page)
  await expect(page.getByRole('columnheader')).toHaveText(['Ubicación', 'Lector', 'Dispositivos'])
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText('1223 dispositivos · 13 ubicaciones')
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).nth(1).locator('td')).toHaveText(['Muelle 2', 'LEC-2', '99'])
  // Devices with an uncertain place link to their list.
  await expect(page.getByRole('link', { name: '3 dudosos en Muelle 1, LEC-1' })).toHaveAttribute(
    'href',
    /\/poc-status\?.*ubicacion=Muelle\+1.*visto_por=LEC-1.*certeza=dudosa/,
  )
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText(['10', '20', '50', '100', '500', '1000', 'Todas'])
  await page.getByRole('option', { name: 'Todas' }).click()
  await expect(page).toHaveURL(/filas=-1/)
  await expect(rows(page)).toHaveCount(14)
  await expect(rows(page).nth(13).locator('td')).toHaveText(['Sin ubicación', 'Sin lector', '1'])
  await expect(page.getByRole('navigation', { name: 'Paginación' })).toContainText('1–14 de 14')
  await page.getByRole('columnheader', { name: 'Dispositivos' }).getByRole('button').click()
  await expect(rows(page).first()).toContainText('Sin ubicación')
  await page.goBack()
  await expect(rows(page).first()).toContainText('Muelle 1')
})

// cubre: estados 1
test('family and location filter, live in the address, and back undoes them', async ({ page }) => {
  await open(page)
  await page.getByRole('combobox', { name: 'Familia' }).click()
  await page.getByRole('option', { name: '20014', exact: true }).click()
  await expect(page).toHaveURL(/familia=20014/)
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/^160 dispositivos/)
  await page.getByRole('combobox', { name: 'Ubicación' }).click()
  await page.getByRole('option', { name: 'Sin ubicación' }).click()
  await expect(page).toHaveURL(/ubicacion=/)
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/ · 0 ubicaciones$/)
  // Containers move meanwhile, and the screen follows.
  await expect(async () => {
    const { dispositivos } = await (
      await page.request.get('/api/estado_ubicaciones?familia=20014&ubicacion=Sin%20ubicaci%C3%B3n')
    ).json()
    await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(new RegExp(`^${dispositivos} `), {
      timeout: 5_000,
    })
  }).toPass()
  await page.reload()
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/ · 0 ubicaciones$/)
  await page.getByRole('button', { name: 'Quitar filtro de ubicación' }).click()
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/^160 /)
  await page.goBack()
  await expect(page).toHaveURL(/ubicacion=/)
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(page).not.toHaveURL(/familia|ubicacion/)
})

// cubre: estados 4, constantes 18
test('estado.xlsx holds what the table shows, in its order and columns', async ({ page }) => {
  await open(page, '/status?familia=20014&filas=-1&orden=n&sentido=desc')
  await expect(rows(page).first()).toBeVisible()
  const pedida = page.waitForRequest('**/api/export_estado*')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(new URL((await pedida).url()).searchParams.get('columnas')).toBe('ubicacion,lector,n')
  expect(descarga.suggestedFilename()).toBe('estado.xlsx')
  const [hoja] = (await readXlsx(new Uint8Array(await readFile(await descarga.path())))).sheets
  const data = (hoja?.rows ?? []).slice(1)
  expect(hoja?.rows[0]).toEqual(['Ubicación', 'Lector', 'Dispositivos'])
  // Containers move meanwhile, but their sum does not change.
  expect(data.reduce((n, r) => n + Number(r[2]), 0)).toBe(160)
  const numbers = data.map((r) => Number(r[2]))
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
})

// cubre: errores 21
test('nothing found and nothing answered say what to do', async ({ page }) => {
  await open(page, '/status?familia=99999')
  await expect(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(rows(page).first()).toBeVisible()
  let falla = true
  await page.route('**/api/estado_ubicaciones*', (r) =>
    falla ? r.fulfill({ status: 400, json: { error: 'No se pudo contar.', code: 'mal' } }) : r.continue(),
  )
  await page.goto('/status?familia=20015')
  await expect(page.getByText('No se pudo contar.')).toBeVisible()
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('no accessibility violations; on a phone rows are cards and nothing is wider than the screen', async ({
  page,
}) => {
  await open(page)
  await expect(rows(page).first()).toBeVisible()
  await expectAccesible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Dispositivos' }).first()).toBeVisible()
  await expectSinDesborde(page)
  await expectAccesible(page)
})

/** Presses a key until the expected element has the focus. */
async function reach(page: Page, tecla: string, destino: Locator) {
  const arrives = () => destino.evaluate((el) => el === document.activeElement)
  for (let i = 0; i < 60 && !(await arrives()); i++) await page.keyboard.press(tecla)
  await expect(destino).toBeFocused()
}

test('by keyboard alone: a family is chosen and its file exported', async ({ page }) => {
  await open(page)
  await expect(rows(page).first()).toBeVisible()
  const familia = page.getByRole('combobox', { name: 'Familia' })
  await reach(page, 'Tab', familia)
  await page.keyboard.press('Enter')
  await reach(page, 'ArrowDown', page.getByRole('option', { name: '20014', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/familia=20014/)
  await expect(familia).toBeFocused()
  await reach(page, 'Shift+Tab', page.getByRole('button', { name: 'Exportar' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Excel (.xlsx)' })).toBeFocused()
  const [descarga] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(descarga.suggestedFilename()).toBe('estado.xlsx')
})

test('on a phone the tools of the table sort its cards, by what the headings would', async ({ page }) => {
  await page.route('**/api/estado_ubicaciones*', (r) => r.fulfill({ json: FIJAS }))
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  // Elements behind an open dialog have no role.
  const first = page.locator('li[data-index]').first()
  await expect(first).toContainText('Muelle 1')
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Columnas y densidad' })
  await dialogo.getByRole('combobox', { name: 'Ordenar por' }).click()
  await page.getByRole('option', { name: 'Dispositivos' }).click()
  await expect(page).toHaveURL(/orden=n/)
  await expectAccesible(page)
  await dialogo.getByRole('button', { name: 'Ascendente' }).click()
  await expect(first).toContainText('Sin ubicación')
  await dialogo.getByRole('button', { name: 'Descendente' }).click()
  await expect(first).toContainText('Muelle 1')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('columnheader', { name: 'Dispositivos' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await expect(dialogo.getByRole('combobox', { name: 'Ordenar por' })).toBeHidden()
})
