import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

const path = (page: Page) => new URL(page.url()).pathname

/** Screens that show something over themselves while the address names it: how it is opened there. */
const PANELES = [
  ['/poc-status', 'detalle', /^Abrir detalles/],
  ['/', 'detalle', /^Detalles de /],
  ['/incidencias', 'incidencia', /^Detalles de /],
] as const

for (const [ruta, campo, nombre] of PANELES)
  test(`${ruta}: Back does not open again what was closed, and leaves the screen at once`, async ({
    page,
  }) => {
    await enterAs(page, 'admin')
    await page.goto('/perfil')
    await page.goto(ruta)
    const button = page.getByRole('button', { name: nombre }).first()
    const dialogo = page.getByRole('dialog')
    for (let i = 0; i < 2; i++) {
      await button.click()
      await expect(dialogo).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`[?&]${campo}=`))
      await page.keyboard.press('Escape')
      await expect(dialogo).toBeHidden()
      await expect(page).not.toHaveURL(new RegExp(`[?&]${campo}=`))
    }
    // Open, it closes with Back, and opens again with Forward.
    await button.click()
    await expect(dialogo).toBeVisible()
    await page.goBack()
    await expect(dialogo).toBeHidden()
    await page.goForward()
    await expect(dialogo).toBeVisible()
    await page.reload()
    await expect(dialogo).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogo).toBeHidden()
    await page.goBack()
    await expect.poll(() => path(page)).toBe('/perfil')
    await expect(dialogo).toBeHidden()
  })

test('an address that opens an incident is closed over the earlier ones that were looked at from it', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const list = await (await page.request.get('/api/get_incidencias')).json()
  let id: number | undefined
  for (const i of list) {
    const una = await (await page.request.get(`/api/incidencias/${i.id}`)).json()
    if (una.anteriores.length === 0) continue
    id = i.id
    break
  }
  expect(id).toBeDefined()
  await page.goto('/perfil')
  await page.goto(`/incidencias?incidencia=${id}`)
  const dialogo = page.getByRole('dialog')
  await dialogo
    .getByRole('region', { name: 'Impactos anteriores' })
    .getByRole('listitem')
    .first()
    .getByRole('link')
    .click()
  await expect(page).not.toHaveURL(new RegExp(`incidencia=${id}$`))
  await page.keyboard.press('Escape')
  await expect(dialogo).toBeHidden()
  await expect(page).not.toHaveURL(/incidencia=/)
  await page.goBack()
  await expect.poll(() => path(page)).toBe('/perfil')
})
