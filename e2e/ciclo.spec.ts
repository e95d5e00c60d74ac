import { expect, type Page } from '@playwright/test'
import type { CuadroCiclo } from '../contract/flujo/ciclos/cuadro'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

test.describe.configure({ timeout: 240_000 })

/** The demonstration's first loop is measured within its first minutes. */
async function openCiclo(page: Page, busqueda = ''): Promise<void> {
  await expect(async () => {
    await page.goto(`/ciclo${busqueda}`)
    await expect(page.getByText(/^Medido a las \d\d:\d\d$/)).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 150_000 })
}

/** A number of the page in Spanish format. */
const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])

/** The current targets of company 1, and a function that sets them. */
async function setPlazo(page: Page, plazo_h: number | null): Promise<void> {
  const { ciclo } = await (await page.request.get('/api/ciclo?empresa=1')).json()
  const nada = { minimo: null, objetivo: null, maximo: null }
  const etapas = ciclo.etapas.map((e: { id: number }) => ({ ...nada, etapa: e.id, plazo_h }))
  const body = { version: ciclo.version, ciclo: ciclo.id, familia: '', euros_dia: null, etapas }
  expect((await page.request.put('/api/ciclo/metas', { data: body })).ok()).toBe(true)
}

test('figures of the loop lead to as many containers as they say, and its stages are judged by their targets', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  await setPlazo(page, null)
  await openCiclo(page, '?en_empresa=1')
  const etapa = page.getByRole('link', { name: /^Llenos: \d+ ahora/ }).filter({ visible: true })
  expect(numberOf(await etapa.getAttribute('aria-label'))).toBeGreaterThan(0)
  const read = async (): Promise<CuadroCiclo> =>
    (await (await page.request.get('/api/ciclo?empresa=1')).json()).ciclo
  await etapa.click()
  const total = page.getByRole('status').filter({ hasText: /^[\d.]+$/ })
  // The simulator keeps running meanwhile.
  await expect(async () => {
    const inside = (await read()).etapas.find((e) => e.nombre === 'Llenos')?.dentro ?? Number.NaN
    expect(Math.abs(numberOf(await total.textContent()) - inside)).toBeLessThan(12)
  }).toPass()
  await page.goBack()
  await page.getByRole('link', { name: /días por vuelta/ }).click()
  // It may be measured again meanwhile.
  await expect(async () => {
    const { n } = (await read()).vueltas
    await expect(total).toHaveText(n.toLocaleString('es', { useGrouping: 'always' }), { timeout: 5_000 })
  }).toPass()

  await page.getByRole('tab', { name: 'Metas' }).click()
  const llenos = page.getByRole('group', { name: 'Llenos' })
  await llenos.getByRole('button', { name: 'Usar lo propuesto' }).click()
  await expect(llenos.getByLabel('Máximo')).not.toHaveValue('')
  for (const [campo, valor] of [
    ['Mínimo', '9000'],
    ['Objetivo', '9000'],
    ['Máximo', '9001'],
  ] as const)
    await llenos.getByLabel(campo).fill(valor)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, 'Metas guardadas')
  await page.getByRole('tab', { name: 'Ciclo' }).click()
  await expect(page.getByText('Bajo mínimo (9000)').filter({ visible: true }).first()).toBeVisible()
  await setPlazo(page, null)
})
