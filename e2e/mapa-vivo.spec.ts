import { expect, type Page } from '@playwright/test'
import { expectFoco } from './accesible'
import { enterAs } from './enter'
import { type Dispositivo, fleet, openMapa, rows } from './mapa'
import { test } from './prueba'

/** The event stream, controlled by the test: the page receives what is passed to `oir`. */
async function fakeLive(page: Page) {
  await page.addInitScript(() => {
    class Fuente extends EventTarget {
      static OPEN = 1
      readyState = 1
      onopen?: () => void
      constructor() {
        super()
        setTimeout(() => this.onopen?.())
        addEventListener('prueba-cambios', (e) =>
          this.dispatchEvent(new MessageEvent('cambios', { data: (e as CustomEvent).detail })),
        )
      }
      close() {}
    }
    window.EventSource = Fuente as unknown as typeof EventSource
  })
}
const hear = (page: Page, dispositivos: object[]) =>
  page.evaluate(
    (detail) => dispatchEvent(new CustomEvent('prueba-cambios', { detail })),
    JSON.stringify({ recargar: false, dispositivos }),
  )

/** The map with a fixed list, which only changes sent by the test update. */
async function openQuieta(page: Page, ruta: string, cuantos: number): Promise<Dispositivo[]> {
  await fakeLive(page)
  await enterAs(page, 'admin')
  // Standing still: one that was just hit would not change by an impact.
  const data = (await fleet(page, { tipo: 'SmartBle' })).data
    .slice(0, cuantos)
    .map((d) => ({ ...d, Estado: 'Parado' }))
  await page.route('**/api/devices_in_bounds*', (r) => r.fulfill({ json: { data, total: cuantos } }))
  await openMapa(page, ruta)
  await expect(rows(page)).toHaveCount(cuantos)
  return data
}

/** First cell of the row that lights up next: it does so for a second and a half only. */
const nextLit = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | null>((done) => {
        new MutationObserver((all, observer) => {
          const lit = all
            .map((m) => m.target as Element)
            .find((e) => e.getAttribute('data-reciente') === 'true')
          if (!lit) return
          observer.disconnect()
          done(lit.querySelector('td')?.textContent ?? null)
        }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-reciente'] })
      }),
  )

/** In the middle of the first view. */
const PLANTA = { Lat: 42.8467, Lon: -2.6727 }

test('a row lights up for what people care about, not for being heard again', async ({ page }) => {
  const [uno] = await openQuieta(page, '/', 1)
  const row = rows(page).first()
  await hear(page, [{ ...uno, UltimoRegistro: new Date().toISOString(), Rssi: -41 }])
  await expect(row).toContainText('ahora')
  await expect(row).not.toHaveAttribute('data-reciente')
  const lit = nextLit(page)
  await hear(page, [{ ...uno, Estado: 'Impacto' }])
  expect(await lit).toBe(uno?.Apodo ?? uno?.Dispositivo)
  await expect(row).not.toHaveAttribute('data-reciente')
})

test('a container that is heard for the first time joins a list that shows all', async ({ page }) => {
  const [uno, dos] = await openQuieta(page, '/', 2)
  await page.unroute('**/api/devices_in_bounds*')
  const first = { data: [uno], total: 1 }
  let response: object = first
  await page.route('**/api/devices_in_bounds*', (r) => r.fulfill({ json: response }))
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  response = { data: [uno, dos], total: 2 }
  await hear(page, [{ ...dos, ...PLANTA }])
  await expect(rows(page)).toHaveCount(2)
})

test('rows keep their place while the list is sorted by time', async ({ page }) => {
  const data = await openQuieta(page, '/?orden=UltimoRegistro&sentido=desc', 5)
  const last = data.at(-1)
  const lit = nextLit(page)
  await hear(page, [{ ...last, UltimoRegistro: new Date().toISOString(), Estado: 'Impacto' }])
  expect(await lit).toBe(last?.Apodo ?? last?.Dispositivo)
  expect(await rows(page).locator('td:first-child').allTextContents()).toEqual(
    data.map((d) => d.Apodo ?? d.Dispositivo),
  )
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a count that changes is noticed, ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() => {
      const animate = Element.prototype.animate
      Element.prototype.animate = function (...args) {
        if (this.classList.contains('cuenta'))
          document.documentElement.dataset.llegada = this.textContent ?? ''
        return animate.apply(this, args)
      }
    })
    let n = 5
    const celda = {
      lat: 42.8467,
      lon: -2.6727,
      impacto: 0,
      movimiento: 0,
      extravio: 0,
      revisar: 0,
      lectores: 0,
    }
    await page.route('**/api/mapa_celdas*', (r) =>
      r.fulfill({
        json: { celdas: [{ ...celda, n, parado: n, lugar: 'Expedición', solo: null }], total: n },
      }),
    )
    await openMapa(page)
    const group = page.getByRole('button', { name: /^Grupo de 5 / })
    // Until the map is idle, each move draws its markers again.
    await expect(async () => {
      await group.focus()
      await page.waitForTimeout(1000)
      expect(await group.evaluate((e) => e === document.activeElement)).toBe(true)
    }).toPass()
    n = 6
    await page.getByRole('button', { name: 'Recargar' }).dispatchEvent('click')
    const despues = page.getByRole('button', { name: /^Grupo de 6 / })
    await expectFoco(despues)
    // The count slides in when it is rendered, which may be after the focus has come back.
    const seVe = expect(page.locator('html'))
    if (reducedMotion === 'reduce') await seVe.not.toHaveAttribute('data-llegada', '6')
    else await seVe.toHaveAttribute('data-llegada', '6')
  })
