import { expect, type Page } from '@playwright/test'
import type { Causa } from '../contract/avisos/causas/causas'
import type { Incidencia } from '../contract/oir/incidencias/incidencias'
import type { TablaGrafico } from '../contract/resumen/graficos/graficos'
import { enterAs } from './enter'
import { enPlanta } from './incidencias'
import { test } from './prueba'

const get = async <T>(page: Page, ruta: string): Promise<T> => {
  const r = await page.request.get(ruta)
  expect(r.ok(), await r.text()).toBe(true)
  return r.json()
}

test('the most hit container of the chart is not told to measure none in its file, and an incident says one peak', async ({
  page,
}) => {
  await enterAs(page, 'operario')
  const worst = async () => {
    const { filas } = await get<TablaGrafico>(page, '/api/graficos/peores')
    const [first] = filas
    const de = filas.find((f) => f.at(-1) === 'Solo algunos')
    if (!first || !de) throw new Error('the demo has tags that send single samples')
    return { filas, first, de }
  }
  const tarjeta = page.getByRole('region', { name: 'Contenedores con más impactos' })
  // Another impact may come between the two.
  await expect(async () => {
    const { filas, first } = await worst()
    await page.goto('/graphics')
    const empatan = filas.filter((f) => f[1] === first[1])
    await expect(tarjeta).toContainText(
      `${empatan.some((f) => f.at(-1) === 'Solo algunos') ? 'al menos ' : ''}${first[1]} impactos`,
      { timeout: 10_000 },
    )
  }).toPass()
  const { first, de } = await worst()
  const text = { 'Solo algunos': /Nota algunos: envía muestras sueltas, y \d+ coincidi/, Sí: /Los mide/ }
  for (const f of [first, de]) {
    await page.goto(`/contenedor/${f[0]}`)
    const now = page.getByRole('region', { name: 'Ahora' })
    await expect(now).toContainText(text[f.at(-1) as keyof typeof text])
    await expect(now).not.toContainText('No mide impactos')
  }
  for (const { id } of (await get<Incidencia[]>(page, '/api/get_incidencias')).slice(-3)) {
    await page.goto(`/incidencias?incidencia=${id}`)
    const gravedad = page.getByRole('region', { name: 'Gravedad' })
    const [, pico] = /Pico([\d,]+ g)/.exec((await gravedad.textContent()) ?? '') ?? []
    expect(pico).toBeTruthy()
    await expect(page.getByText(/muestras?: la mayor, de/)).toContainText(`la mayor, de ${pico},`)
  }
})

test('a silent reader is silent since one moment: the notice of the map, its cause and its row', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const { data } = await get<{ data: Causa[] }>(page, '/api/causas?estado=abiertas&clase=mudo&empresa=1')
  const c = data.find((x) => x.lector?.Apodo === 'LEC-118')
  if (!c?.lector) throw new Error('the demo has a silent reader')
  // Other tests leave silent readers behind: here only this one is shown.
  const solo = { lectoresSinSenal: [{ mac: c.lector.mac, apodo: c.lector.Apodo, desde: c.desde }] }
  await page.route(/\/api\/live/, (r) =>
    r.fulfill({ contentType: 'text/event-stream', body: `event: avisos\ndata: ${JSON.stringify(solo)}\n\n` }),
  )
  await page.goto('/?empresa=1')
  await expect(page.getByText(/Lector sin señal: LEC-118 \(hace 2 d\)/)).toBeVisible()
  await page.goto(`/causas/${c.id}`)
  await expect(page.getByRole('main')).toContainText(enPlanta(c.desde))
  const lectores = await get<{ mac: string; UltimoRegistro: string }[]>(page, '/api/lectores?empresa=1')
  expect(lectores.find((l) => l.mac === c.lector?.mac)?.UltimoRegistro).toBe(c.desde)
})
