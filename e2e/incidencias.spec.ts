import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import type { Incidencia } from '../contract/oir/incidencias/incidencias'
import { enterAs } from './enter'
import { enPlanta, list, QUIETO, RUTA, read } from './incidencias'
import { test } from './prueba'

// cubre: incidencias 7 9
test('rows say what the server says, and the Excel has the columns and the order of the screen', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto(`${RUTA}&orden=ApodoDispositivo&sentido=desc&filas=100`)
  const table = page.getByRole('grid', { name: 'Incidencias recientes' })
  const rows = table.locator('tbody tr[data-id]')
  await expect(rows.first()).toBeVisible()
  const all = await list(page)
  const range = page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
  await expect(range).toHaveText(new RegExp(` de ${all.length.toLocaleString('es')}$`))
  const byId = new Map(all.map((i) => [String(i.id), i]))
  const ids = await rows.evaluateAll((trs) => trs.map((tr) => tr.getAttribute('data-id') as string))
  for (const [k, id] of ids.slice(0, 10).entries()) {
    const i = byId.get(id) as Incidencia
    const cells = rows.nth(k).locator('td')
    await expect(cells.nth(1)).toHaveText(i.ApodoDispositivo ?? i.Dispositivo)
    await expect(cells.nth(3).getByRole('switch')).toBeChecked({ checked: i.hubo_golpe_real })
    await expect(cells.nth(5)).toHaveText(i.revisado ? 'Cerrada' : 'Abierta')
    await expect(cells.nth(6)).toHaveText(enPlanta(i.Time))
  }
  const titles = await table.getByRole('columnheader').allTextContents()
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  const [sheet] = (await readXlsx(new Uint8Array(await readFile(await download.path())))).sheets
  const header = sheet?.rows.findIndex((r) => r.includes('Apodo Dispositivo')) ?? -1
  expect(sheet?.rows[header]).toEqual(titles.filter((t) => t !== 'Detalles'))
  const column = titles.indexOf('Apodo Dispositivo')
  expect(sheet?.rows.slice(header + 1, header + 1 + ids.length).map((r) => r[column])).toEqual(
    ids.map((id) => byId.get(id)?.ApodoDispositivo),
  )
  expect(sheet?.rows.slice(header + 1)).toHaveLength(all.length)
})

// cubre: producto 5, transiciones 13
test('one is closed on its row and stays closed, with who did it; another company has no such incident', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'admin')
  // The oldest open one: no other test depends on it.
  const una = (await list(page, QUIETO)).filter((i) => !i.revisado && i.ApodoDispositivo).at(-1) as Incidencia
  await page.goto(`${RUTA}&buscar=${una.ApodoDispositivo}&filas=100`)
  const row = page.locator(`tr[data-id="${una.id}"]`)
  await row.getByRole('button', { name: /^Abierta: / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(row.getByRole('button', { name: /^Cerrada: / })).toBeDisabled()
  await expect.poll(async () => (await read(page, una.id)).revisado).toBe(true)
  const { cerrada_por, hubo_golpe_real, empresa } = await read(page, una.id)
  expect(hubo_golpe_real).toBe(una.hubo_golpe_real)
  await page.reload()
  await row.getByRole('button', { name: /^Detalles de / }).click()
  await expect(page.getByRole('region', { name: 'Revisión' })).toContainText(`Cerrada por ${cerrada_por} el `)
  await enterAs(page, empresa === 1 ? 'calidad' : 'operario')
  await page.goto(`/incidencias?incidencia=${una.id}`)
  await expect(page.getByText('Esta incidencia no existe')).toBeVisible()
})

test('details come with their chart, and with a map where there are coordinates, and neither is loaded before', async ({
  page,
}) => {
  await page.route(/\/api\/incidencias\/\d+$/, async (r) => {
    const res = await r.fetch()
    await r.fulfill({ response: res, json: { ...(await res.json()), Lat: 42.85, Lon: -2.67 } })
  })
  const engines: string[] = []
  page.on('request', (r) => /\/motor-[^/]*\.js$/.test(r.url()) && engines.push(r.url()))
  await enterAs(page, 'admin')
  await page.goto(RUTA)
  const details = page.getByRole('button', { name: /^Detalles de / }).first()
  await expect(details).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(engines).toEqual([])
  await details.click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('heading', { name: 'Dónde estaba' }).scrollIntoViewIfNeeded()
  await expect(panel.getByRole('region', { name: /^Mapa del impacto de / })).toBeVisible()
  await expect(panel.locator('.marcador-caja')).toBeVisible()
  expect(engines.length).toBeGreaterThan(0)
})
