import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true })

/** Nicknames and MACs in the rows that are cut off. */
const cutOnes = (page: Page) =>
  page.evaluate(() => {
    const es = /^(\d{2,6}-\d{1,6}|[0-9A-F]{12}|LEC-\d+)$/
    const hojas = [...document.querySelectorAll<HTMLElement>('[role=grid] tbody td *')].filter(
      (e) => e.childElementCount === 0 && es.test(e.textContent ?? ''),
    )
    const cortado = (e: HTMLElement | null): boolean =>
      e !== null &&
      e.tagName !== 'TR' &&
      ((e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') ||
        cortado(e.parentElement))
    return { n: hojas.length, cortados: hojas.filter(cortado).map((e) => e.textContent) }
  })

test('no nickname and no MAC is cut on a tablet', async ({ page }) => {
  await enterAs(page, 'admin')
  for (const ruta of [
    '/poc-status',
    '/NewData',
    '/incidencias?ver=abiertas',
    '/inventory',
    '/status',
    '/admin/usuarios?pestana=lectores',
    '/admin/usuarios?pestana=lectores&vista=vistos',
  ]) {
    await page.goto(ruta)
    await expect.poll(async () => (await cutOnes(page)).n, { message: ruta }).toBeGreaterThan(0)
    expect((await cutOnes(page)).cortados, ruta).toEqual([])
  }
})
