import { expect, type Page } from '@playwright/test'
import type { Merma } from '../contract/dispositivos/merma'
import type { FilaPerdida } from '../contract/dispositivos/perdidas'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const

const merma = async (page: Page): Promise<Merma> =>
  (await page.request.get('/api/perdidas/merma?empresa=1')).json()
const list = async (
  page: Page,
  filtro: string,
): Promise<{ data: FilaPerdida[]; total: number; esperada: number }> =>
  (await page.request.get(`/api/perdidas/lista?empresa=1&per_page=200&${filtro}`)).json()

for (const [como, viewport] of TAMANOS) {
  test(`how probable a return is stands in the list with how many silences say so, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    // Calculated within minutes of the start.
    await expect.poll(async () => (await list(page, '')).esperada, { timeout: 180_000 }).toBeGreaterThan(0)
    await page.goto('/perdidas?orden=vuelve&sentido=desc')
    await expect(page.getByText(/^Pérdida esperada: .+€ de .+€/)).toBeVisible()
    await expect(page.getByTitle(/^Probabilidad de volver: \d+\s% \(entre/).first()).toHaveText(
      /^\d+\s% · de [\d.]+$/,
    )
    await expectAccesible(page)
    await expectSinDesborde(page)
  })

  test(`what is lost of the pool in a year leads to its containers, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await expect.poll(async () => (await list(page, '')).total, { timeout: 90_000 }).toBeGreaterThan(0)
    const before = (await merma(page)).total.perdidos
    const [lost] = (await list(page, 'peldano=en_busqueda')).data
    const said = await page.request.post('/api/perdidas/asientos', {
      data: { contenedores: [lost?.mac], clase: 'declarada' },
    })
    expect(said.ok()).toBe(true)
    try {
      await page.goto('/perdidas')
      await page.getByRole('tab', { name: 'Merma al año' }).click()
      await expect(page.getByText('no es un año entero, y la merma no se extrapola')).toBeVisible()
      await expectAccesible(page)
      await expectSinDesborde(page)
      // The rates by stage and by partner have a band.
      for (const [por, nota] of [
        ['etapa', 'en la etapa donde se oyeron por última vez'],
        ['tercero', 'en la cuenta en la que estaban'],
      ] as const) {
        await page.goto(`/perdidas?vista=merma&por=${por}`)
        await expect(page.getByText(nota)).toBeVisible()
        await expect(page.getByText(/^[\d,]+ % \([\d,]+ a [\d,]+ %\)/).first()).toBeVisible()
        await expectAccesible(page)
        await expectSinDesborde(page)
      }
      await page.goto('/perdidas?vista=merma')
      await page.getByRole('link', { name: `Perdidos, en total: ${before + 1}` }).click()
      await expect(page).toHaveURL(/que=perdidos/)
      await expect(page.getByRole('status', { name: 'Totales' })).toContainText(`: ${before + 1}`)
      await expect(page.getByRole('link', { name: lost?.Apodo ?? lost?.mac }).first()).toBeVisible()
      await expectAccesible(page)
      await expectSinDesborde(page)
      await page.getByRole('button', { name: 'Volver a la tabla' }).click()
      await expect(page).not.toHaveURL(/que=/)
    } finally {
      const { asientos } = (await said.json()) as { asientos: number[] }
      await page.request.post('/api/perdidas/anular', { data: { asientos } })
    }
  })

  test(`prices come from a file, after what it would do was shown, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'admin')
    await page.goto('/perdidas?en_empresa=1')
    await page.getByRole('button', { name: 'Precios' }).click()
    await page.getByRole('button', { name: 'Importar de un archivo' }).click()
    const dialogo = page.getByRole('dialog', { name: 'Importar precios' })
    const euros = como === 'at a desk' ? '111,11' : '112,12'
    await dialogo.locator('input[type=file]').setInputFiles({
      name: 'precios.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`familia;desde;precio\n20014;02/01/2020;${euros}\nNADIE;02/01/2020;1\n`),
    })
    await expect(dialogo.getByText(/Ningún contenedor es de la familia «NADIE»/)).toBeVisible()
    await expect(dialogo.getByRole('list', { name: 'Precios nuevos y cambiados' })).toContainText(euros)
    await expectAccesible(page)
    await dialogo.getByRole('checkbox').check()
    await dialogo
      .getByRole('button', { name: /^Importar/ })
      .last()
      .click()
    await expectToast(page, 'Precios importados: 1')
    await expect(page.getByRole('list', { name: 'Precios puestos' })).toContainText(euros)
  })
}
