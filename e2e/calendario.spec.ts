import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

/** A company to which no other test gives a calendar or stages. */
const EMPRESA = 5
const read = async (page: Page) =>
  (await (await page.request.get(`/api/empresas/${EMPRESA}/calendarios`)).json()).data
const open = (page: Page, tab: string) => page.goto(`/admin/usuarios?pestana=${tab}&empresa=${EMPRESA}`)

test('a calendar and the stages of a plant are proposed, kept, and there again', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.request.delete(`/api/empresas/${EMPRESA}/calendarios`)
  const { version } = await (await page.request.get(`/api/empresas/${EMPRESA}/ciclos`)).json()
  await page.request.put(`/api/empresas/${EMPRESA}/ciclos`, { data: { version, data: [] } })
  await open(page, 'calendario')
  await page.getByRole('button', { name: 'Crear el calendario' }).click()
  await page.getByRole('button', { name: `Añadir los de ${new Date().getFullYear() + 1}` }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(async () => (await read(page))[0]?.festivos.length).toBe(15)
  await page.reload()
  await expect(page.getByText('80 horas abiertas a la semana')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el calendario' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Aún no hay calendario')).toBeVisible()
  expect(await read(page)).toEqual([])

  const plano = await (await page.request.get(`/api/ubicaciones?empresa=${EMPRESA}`)).json()
  await page.request.post('/api/ubicaciones/por_defecto', {
    data: { empresa: EMPRESA, version: plano.version },
  })
  await open(page, 'etapas')
  await page.getByRole('button', { name: 'Proponer las etapas' }).click()
  const etapas = page.getByRole('list', { name: 'Etapas de General' }).getByRole('listitem')
  await expect.poll(() => etapas.count()).toBeGreaterThanOrEqual(4)
  const proposed = await etapas.count()
  await page.getByRole('button', { name: 'Guardar' }).click()
  const saved = async () =>
    (await (await page.request.get(`/api/empresas/${EMPRESA}/ciclos`)).json()).data[0]?.etapas.length
  await expect.poll(saved).toBe(proposed)
  await page.reload()
  await expect(etapas).toHaveCount(proposed)
})
