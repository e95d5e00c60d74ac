import { expect, type Page } from '@playwright/test'
import type { FilaLt } from '../contract/parque/logistica/logistica'
import { enterAs } from './enter'
import { test } from './prueba'

const filas = (page: Page) => page.locator('tbody tr[data-indice]')
const row = (page: Page, codigo: string) => filas(page).filter({ hasText: codigo })
const list = async (page: Page): Promise<FilaLt[]> =>
  (await (await page.request.get('/api/logistica?empresa=1')).json()).data

test('each number leads to the list that it was counted from, which adds up to it', { tag: '@main' }, async ({
  page,
}) => {
  await enterAs(page, 'operario')
  await page.goto('/Logistics')
  await expect(page.getByRole('heading', { name: 'Tabla MF', level: 1 })).toBeVisible()
  const lista = await list(page)
  await expect(page.getByRole('navigation', { name: 'Paginación' })).toContainText(`de ${lista.length}`)
  const suma = lista.reduce((n, f) => n + f.total, 0)
  await expect(page.locator('tfoot td').nth(2)).toHaveText(suma.toLocaleString('es'))
  const total = (query: string) =>
    page.request
      .get(`/api/device_poc_status?page=1&per_page=1&empresa=1&${query}`)
      .then(async (r) => (await r.json()).total)
  // The one with most: of a single container the number may be gone before it is pressed.
  const most = (some: typeof lista) =>
    some.toSorted((a, b) => (b.cuentas[2] ?? 0) - (a.cuentas[2] ?? 0)).find((f) => f.cuentas[2])
  const codigo = most(lista.filter((f) => f.otras > 0)) ?? most(lista)
  expect(codigo).toBeDefined()
  const celda = row(page, codigo?.codigo ?? '').getByRole('link', { name: / en Almacén Lleno, / })
  const href = new URL((await celda.getAttribute('href')) ?? '', page.url())
  // The simulator keeps running: board and list are reloaded until both show the same state.
  await expect
    .poll(async () => {
      const now = (await list(page)).find((f) => f.codigo === codigo?.codigo)
      return (await total(href.search.slice(1))) === now?.cuentas[2]
    })
    .toBe(true)
  await celda.click()
  await expect(page).toHaveURL(/\/poc-status\?familia=\d+&montaje=final&ubicacion=Almac/)
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `${codigo?.codigo}-` })
      .first(),
  ).toBeVisible()
})
