import { expect } from '@playwright/test'
import { INICIALES } from '../contract/parque/ajustes/values'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

/** A company that has containers and whose numbers no other test changes. */
const EMPRESA = 2

test('a threshold of a family is tried on what is kept before it is saved', async ({ page }) => {
  await enterAs(page, 'admin')
  const ajustes = `/api/empresas/${EMPRESA}/ajustes`
  await page.request.put(ajustes, { data: { ...INICIALES, umbrales: [] } })
  await page.goto(`/admin/usuarios?pestana=ajustes&empresa=${EMPRESA}`)
  await page.getByLabel('Impacto desde', { exact: true }).fill('9')
  await page.getByRole('button', { name: 'Añadir un umbral' }).click()
  const row = page.getByRole('list', { name: 'Umbrales propios' }).getByRole('listitem').first()
  await page.keyboard.press('ArrowDown')
  const option = page.getByRole('option').first()
  await expect(option.locator('span')).toHaveCount(2)
  const [familia = '', cuantos] = await option.locator('span').allTextContents()
  await option.click()
  await expect(row.getByText(`Vale para ${cuantos} contenedores`)).toBeVisible()
  await page.getByRole('button', { name: 'Qué habría cambiado' }).click()
  const ensayo = page.getByRole('region', { name: 'Qué habría cambiado' })
  await expect(ensayo.getByText(/^Incidencias de impacto/)).toBeVisible()
  expect((await (await page.request.get(ajustes)).json()).gImpacto).toBe(INICIALES.gImpacto)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectToast(page, /^Ajustes de .+ guardados$/)
  await page.reload()
  await expect(page.getByLabel('Impacto desde', { exact: true }).first()).toHaveValue('9')
  await expect(row.getByLabel('Familia', { exact: true })).toHaveValue(familia)
  await page.request.put(ajustes, { data: { ...INICIALES, umbrales: [] } })
})
