import { expect, type Page } from '@playwright/test'
import type { SeriePrevista } from '#contract/ciclos/prevision'
import { expectAccesible, expectFoco, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

/** Series and their forecasts are calculated one after another, and the screen polls once a minute: wait until they are there. */
const expectHechas = (page: Page, query: string, are: (series: SeriePrevista[]) => boolean) =>
  expect
    .poll(async () => are((await (await page.request.get(`/api/previsiones?${query}`)).json()).data), {
      timeout: 180_000,
    })
    .toBe(true)

for (const [como, viewport] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`what a stage will have is told with how sure that is and how good it has been, ${como}`, async ({
    page,
  }) => {
    // Visits are calculated within the first minute, and the first forecasts with them.
    test.setTimeout(240_000)
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await expectHechas(page, '', (series) =>
      series.some((s) => s.etapa.nombre === 'Consumo' && s.estado === 'prevista' && s.ensayo !== null),
    )
    await page.goto('/ciclo')
    await page.getByRole('tab', { name: 'Previsión' }).click()
    const tarjeta = page.getByRole('button', { name: /^Consumo / })
    await expect(tarjeta).toBeVisible()
    await expect(tarjeta).toContainText(/\d+ ahora/)
    await expectAccesible(page)
    await tarjeta.click()
    const detalle = page.getByRole('dialog', { name: 'Consumo' })
    await expect(detalle.getByText(/Probada con las semanas anteriores: yerra un \d+ % menos/)).toBeVisible()
    await expect(detalle.getByText('Lo más probable').first()).toBeVisible()
    await expectAccesible(page)
    await expectSinDesborde(page)
    // The address contains the open one.
    await page.reload()
    await expect(detalle).toBeVisible()
    // It handles keys once it has the focus.
    await expectFoco(detalle)
    await page.keyboard.press('Escape')
    await expect(detalle).toBeHidden()
    await expect(page).not.toHaveURL(/serie=/)
  })

test('families are many, and are asked for; what runs short stands apart', { tag: '@main' }, async ({
  page,
}) => {
  test.setTimeout(240_000)
  await enterAs(page, 'operario')
  await expectHechas(page, 'ver=todas', (series) => series.length > 120)
  await expectHechas(page, 'familia=20014', (series) => series.length === 6)
  await page.goto('/ciclo?vista=prevision&ver=todas')
  await expect(page.getByText(/^\d{3} series$/)).toBeVisible()
  const tarjetas = page.locator('main button:has(h2)')
  await expect(tarjetas).toHaveCount(24)
  await page.getByRole('button', { name: 'Ver más' }).click()
  await expect(tarjetas).toHaveCount(120)
  await page.goto('/ciclo?vista=prevision&familia=20014')
  await expect(page.getByRole('button', { name: /^Vacíos, familia 20014/ })).toBeVisible()
  await expect(page.getByText(/^6 series$/)).toBeVisible()
})
