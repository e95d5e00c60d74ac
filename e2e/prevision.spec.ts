import { expect } from '@playwright/test'
import type { SeriePrevista } from '#contract/flujo/prevision/prevision'
import { enterAs } from './enter'
import { test } from './prueba'

test('what the stages of the plant will have is told with how good that has been, and families are asked for', {
  tag: '@main',
}, async ({ page }) => {
  // Visits are calculated within the first minute, and the first forecasts with them.
  test.setTimeout(240_000)
  await enterAs(page, 'operario')
  /** Series and their forecasts are calculated one after another, and the screen polls once a minute: wait until they are there. */
  const expectMade = (query: string, are: (series: SeriePrevista[]) => boolean) =>
    expect
      .poll(async () => are((await (await page.request.get(`/api/previsiones?${query}`)).json()).data), {
        timeout: 180_000,
      })
      .toBe(true)
  await expectMade('', (series) =>
    series.some((s) => s.etapa.nombre === 'Consumo' && s.estado === 'prevista' && s.ensayo !== null),
  )
  await expectMade('ver=todas', (series) => series.length > 120)
  await expectMade('familia=20014', (series) => series.length === 6)
  await page.goto('/ciclo?vista=prevision')
  await page.getByRole('button', { name: /^Consumo / }).click()
  await expect(
    page
      .getByRole('dialog', { name: 'Consumo' })
      .getByText(/Probada con las semanas anteriores: yerra un \d+ % menos/),
  ).toBeVisible()
  await page.goto('/ciclo?vista=prevision&ver=todas')
  await expect(page.getByText(/^\d{3} series$/)).toBeVisible()
  await page.goto('/ciclo?vista=prevision&familia=20014')
  await expect(page.getByRole('button', { name: /^Vacíos, familia 20014/ })).toBeVisible()
  await expect(page.getByText(/^6 series$/)).toBeVisible()
})
