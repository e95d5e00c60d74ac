import { expect, type Locator, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

const boxOf = async (l: Locator) => {
  const caja = await l.boundingBox()
  if (!caja) throw new Error('it is not to be seen')
  return caja
}
const open = async (page: Page, ruta: string) => {
  await enterAs(page, 'operario')
  await page.goto(ruta)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('the cross of a filter does not lie on what it says', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/ciclo?vista=prevision&ver=faltas')
  const field = page.getByRole('combobox', { name: 'Qué se ve' })
  await expect(field).toHaveText('Van a faltar')
  const text = await field.evaluate((e) => {
    const range = document.createRange()
    range.selectNodeContents(e)
    return range.getBoundingClientRect().right
  })
  expect(
    (await boxOf(page.getByRole('button', { name: 'Quitar filtro de qué se ve' }))).x,
  ).toBeGreaterThanOrEqual(text)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the file of a container says its facts before it asks for days', async ({ page }) => {
    await open(page, '/contenedor/20014-038')
    const now = page.getByRole('region', { name: 'Ahora' })
    await expect(now).toBeVisible()
    const day = page.getByRole('group', { name: 'Desde' })
    expect((await boxOf(day)).y).toBeGreaterThan((await boxOf(now)).y)
    // The line of the name has the link to its events; the facts follow directly.
    expect((await boxOf(now)).y).toBeLessThan(420)
    const [uno, otro] = [await boxOf(day), await boxOf(page.getByRole('group', { name: 'Hasta' }))]
    expect(uno.x + uno.width <= otro.x || uno.y + uno.height <= otro.y).toBe(true)
  })

  test('the round button that scans has a round frame by keyboard, and none after a touch', async ({
    page,
  }) => {
    await open(page, '/poc-status')
    const button = page.locator('[data-barra-inferior]').getByRole('button', { name: 'Escanear para buscar' })
    const marcos = () =>
      button.evaluate((e) =>
        [e, e.querySelector('span') as Element].map((x) => getComputedStyle(x).outlineStyle),
      )
    await button.tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await marcos()).toEqual(['none', 'none'])
    await page.getByRole('link', { name: 'Incidencias' }).last().focus()
    for (let i = 0; i < 12 && !(await button.evaluate((e) => e === document.activeElement)); i++)
      await page.keyboard.press('Shift+Tab')
    expect(await marcos()).toEqual(['none', 'solid'])
  })
})
