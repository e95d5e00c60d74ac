import { expect, type Page } from '@playwright/test'
import { type Evento, evento, fakePagina, openEventos, rows } from './eventos'
import { test } from './prueba'

/** The newest of `total` events first, in pages of the requested size. */
const parte = (total: number, query: URLSearchParams): { data: Evento[]; total: number } => {
  const por = Number(query.get('per_page'))
  const first = total - (Number(query.get('page')) - 1) * por
  const ids = Array.from({ length: por }, (_, i) => first - i).filter((id) => id > 0)
  return { data: ids.map((id) => evento(id)), total }
}

/** The event stream, controlled by the test. */
async function fakeLive(page: Page) {
  await page.addInitScript(() => {
    class Fuente extends EventTarget {
      static OPEN = 1
      readyState = 1
      onopen?: () => void
      constructor() {
        super()
        setTimeout(() => this.onopen?.())
        addEventListener('prueba-cambios', () =>
          this.dispatchEvent(
            new MessageEvent('cambios', { data: JSON.stringify({ recargar: false, dispositivos: [] }) }),
          ),
        )
      }
      close() {}
    }
    window.EventSource = Fuente as unknown as typeof EventSource
  })
}
const hear = (page: Page) => page.evaluate(() => dispatchEvent(new CustomEvent('prueba-cambios')))

for (const ruta of ['/NewData', '/NewData?pagina=2'])
  test(`rows stand still while new events come, until somebody asks for them, on ${ruta}`, async ({
    page,
  }) => {
    let total = 60
    await fakeLive(page)
    await fakePagina(page, (q) => parte(total, q))
    await openEventos(page, ruta)
    const before = await rows(page).locator('td:nth-child(4)').allTextContents()
    total = 61
    await hear(page)
    await expect(page.getByRole('button', { name: '1 evento nuevo' })).toBeVisible()
    total = 63
    await hear(page)
    const nuevos = page.getByRole('button', { name: '3 eventos nuevos' })
    await expect(nuevos).toBeVisible()
    expect(await rows(page).locator('td:nth-child(4)').allTextContents()).toEqual(before)
    await nuevos.click()
    await expect(rows(page).first()).toContainText('20014-063')
    await expect(page).not.toHaveURL(/pagina/)
    await expect(nuevos).toBeHidden()
    await expect(rows(page).first()).toBeFocused()
  })

test('scrolled down, the new events are shown from the top', async ({ page }) => {
  let total = 100
  await fakeLive(page)
  await fakePagina(page, (q) => parte(total, q))
  await openEventos(page, '/NewData?filas=50')
  await rows(page).nth(45).scrollIntoViewIfNeeded()
  total = 102
  await hear(page)
  await page.getByRole('button', { name: '2 eventos nuevos' }).click()
  await expect(rows(page).first()).toContainText('20014-102')
  await expect(rows(page).first()).toBeInViewport({ ratio: 0.9 })
})
