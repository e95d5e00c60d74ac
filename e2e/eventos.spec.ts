import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

type Evento = {
  ApodoDispositivo: string | null
  Dispositivo: string
  ApodoLector: string | null
  Time: string
}

/** Asks the API for the data that the screen should show. */
async function pagina(page: Page, query: Record<string, string> = {}) {
  const res = await page.request.get('/api/get_table_data', { params: query })
  return (await res.json()) as { data: Evento[]; total: number }
}

const rows = (page: Page) => page.getByRole('grid', { name: 'Eventos' }).locator('tbody tr')
const range = (page: Page) => page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
const totalOf = async (page: Page) =>
  Number((await range(page).textContent())?.replace(/^.* de /, '').replaceAll('.', ''))

// cubre: producto 4
test('the newest events of the plant; the server narrows them by container, reader, state and day', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'admin')
  const { total } = await pagina(page)
  await page.goto('/NewData')
  await expect(rows(page)).toHaveCount(16)
  await expect(range(page)).toHaveText(/^1–16 de /)
  expect(await totalOf(page)).toBeGreaterThanOrEqual(total)
  const times = await rows(page)
    .locator('time')
    .evaluateAll((all) => all.map((t) => Date.parse(t.getAttribute('datetime') ?? '')))
  expect(times).toEqual(times.toSorted((a, b) => b - a))

  const [one] = (await pagina(page, { estado: 'Parado', per_page: '100' })).data
    .filter((e) => e.ApodoDispositivo && e.ApodoLector)
    .slice(-1) as [Evento]
  const day = one.Time.slice(0, 10)
  await page.getByPlaceholder('Buscar Apodo o MAC').fill(one.Dispositivo)
  await expect(rows(page).filter({ hasNotText: one.ApodoDispositivo as string })).toHaveCount(0)
  await page.getByPlaceholder('Apodo del lector').fill(one.ApodoLector as string)
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.getByRole('option', { name: 'Parado' }).click()
  await page.getByRole('textbox', { name: 'Fecha y hora' }).fill(day)
  await expect(page).toHaveURL((u) => u.searchParams.get('timestamp') === day)
  const narrowed = {
    search: one.Dispositivo,
    apodoLector: one.ApodoLector as string,
    estado: 'Parado',
    timestamp: day,
  }
  await expect.poll(() => totalOf(page)).toBe((await pagina(page, narrowed)).total)
  await expect(rows(page).first()).toContainText(day.split('-').reverse().join('/'))
  await expect(rows(page).filter({ hasNotText: 'Parado' })).toHaveCount(0)
})

// cubre: eventos 3
test('the server makes a real workbook and a real PDF of what is shown, and calendars come only when needed', async ({
  page,
}) => {
  const code: string[] = []
  page.on('request', (r) => r.resourceType() === 'script' && code.push(r.url()))
  await enterAs(page, 'admin')
  const one = (await pagina(page)).data.find((e) => e.ApodoDispositivo)
  await page.goto(`/NewData?search=${one?.ApodoDispositivo}&timestamp=${one?.Time.slice(0, 10)}`)
  await expect(rows(page).first().locator('time')).toBeVisible()
  for (const [option, name, begin] of [
    ['Excel (.xlsx)', 'eventos.xlsx', 'PK'],
    ['PDF (.pdf)', 'eventos.pdf', '%PDF'],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: option }).click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    const file = await readFile(await download.path())
    expect(file.subarray(0, begin.length).toString()).toBe(begin)
    expect(file.length).toBeGreaterThan(1_000)
  }
  expect(code.filter((u) => /calendario|selector-dia|exportar-todos|proveedor/.test(u))).toEqual([])
  const before = code.length
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Exportar todos los eventos…' }).click()
  await expect(page.getByRole('group', { name: 'Desde' })).toBeVisible()
  expect(code.length).toBeGreaterThan(before)
})
