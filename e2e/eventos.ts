import { expect, type Page, type Route } from '@playwright/test'
import { enterAs } from './enter'

export type Evento = {
  id: string
  ApodoDispositivo: string | null
  Dispositivo: string
  ApodoLector: string | null
  Bateria: number | null
  Time: string
  Estado: string
  Etiqueta: string | null
  temperatura: number | null
  Valor: string
}

export const evento = (id: number, cambios: Partial<Evento> = {}): Evento => ({
  id: String(id),
  ApodoDispositivo: `20014-${String(id).padStart(3, '0')}`,
  Dispositivo: `AABBCC${String(id).padStart(6, '0')}`,
  ApodoLector: 'LEC-101',
  Bateria: 80,
  Time: '2026-03-12T10:20:30.000+01:00',
  Estado: 'Parado',
  Etiqueta: `ET${id}`,
  temperatura: 21.5,
  Valor: '{}',
  ...cambios,
})

/** Asks the API for the data that the screen should show. */
export async function pagina(page: Page, query: Record<string, string> = {}) {
  const res = await page.request.get('/api/get_table_data', { params: query })
  return (await res.json()) as { data: Evento[]; total: number; total_pages: number }
}

export const rows = (page: Page) => page.getByRole('grid', { name: 'Eventos' }).locator('tbody tr')

export async function openEventos(page: Page, ruta = '/NewData') {
  await enterAs(page, 'admin')
  await page.goto(ruta)
  await expect(rows(page).first().locator('td').first()).toContainText(/\d/)
}

/** Replaces the answer of get_table_data; the requests are kept. */
export async function fakePagina(
  page: Page,
  answer: (query: URLSearchParams) => { data: Evento[]; total: number } | ((r: Route) => Promise<void>),
): Promise<URLSearchParams[]> {
  const pedidas: URLSearchParams[] = []
  await page.route('**/api/get_table_data*', (r) => {
    const query = new URL(r.request().url()).searchParams
    pedidas.push(query)
    const response = answer(query)
    if (typeof response === 'function') return response(r)
    const total_pages = Math.ceil(response.total / Number(query.get('per_page') ?? 20))
    return r.fulfill({ json: { ...response, total_pages } })
  })
  return pedidas
}

/** A page with these rows, for any request. */
export const fakeFilas = (page: Page, data: Evento[], total = data.length) =>
  fakePagina(page, () => ({ data, total }))

/** A file as the answer to these requests; their addresses are kept. */
export async function fakeArchivo(page: Page, ruta: string): Promise<URL[]> {
  const pedidos: URL[] = []
  await page.route(`**${ruta}?*`, (r) => {
    pedidos.push(new URL(r.request().url()))
    return r.fulfill({ body: 'archivo' })
  })
  return pedidos
}

export async function chooseColumnas(page: Page, ...nombres: string[]) {
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  for (const nombre of nombres) await page.getByRole('checkbox', { name: nombre, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Columnas y densidad' })).toBeHidden()
}
