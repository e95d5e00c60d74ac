import { expect, type Page } from '@playwright/test'
import type { FilaPerdida, Perdidas } from '../contract/dispositivos/perdidas'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

// They say things of the same containers, one after the other.
test.describe.configure({ mode: 'serial' })

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const

/** A number of the page as people write it. */
const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])

const rungs = async (page: Page): Promise<Perdidas> =>
  (await page.request.get('/api/perdidas?empresa=1')).json()
const list = async (page: Page, filtro: string): Promise<{ data: FilaPerdida[]; total: number }> =>
  (await page.request.get(`/api/perdidas/lista?empresa=1&per_page=200&${filtro}`)).json()

/** The ladder is kept within a minute of the start. */
async function openPerdidas(page: Page): Promise<void> {
  await expect.poll(async () => (await list(page, '')).total, { timeout: 90_000 }).toBeGreaterThan(0)
  await page.goto('/perdidas')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pérdidas')
}

for (const [como, viewport] of TAMANOS) {
  test(`each figure leads to as many containers as it says, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await openPerdidas(page)
    await expectAccesible(page)
    await expectSinDesborde(page)
    const con = (await rungs(page)).peldanos.slice(1).find((p) => p.n > 0)
    const { peldano } = con as { peldano: FilaPerdida['peldano'] }
    const tile = page
      .getByRole('group', { name: 'Peldaños' })
      .getByRole('button')
      .nth(['sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta', 'declarada', 'baja'].indexOf(peldano))
    // By keyboard, as any button.
    await tile.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`peldano=${peldano}`))
    await expect(tile).toHaveAttribute('aria-pressed', 'true')
    // The demonstration goes on meanwhile.
    await expect(async () => {
      const n = numberOf(await tile.locator('b').textContent())
      expect(numberOf(await page.getByRole('status', { name: 'Totales' }).textContent())).toBe(n)
      expect((await list(page, `peldano=${peldano}`)).total).toBe(n)
    }).toPass()
    await expectAccesible(page)
  })

  test(`a price is added, and the figures have euros, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'admin')
    await page.goto('/perdidas?en_empresa=1')
    await openPerdidas(page)
    await page.getByRole('button', { name: 'Precios' }).click()
    const dialogo = page.getByRole('dialog', { name: 'Precios' })
    const euros = dialogo.getByLabel('Precio de un contenedor (€)')
    await euros.fill('0')
    await expect(dialogo.getByRole('button', { name: 'Añadir' })).toBeDisabled()
    await expectAccesible(page)
    await euros.fill(como === 'at a desk' ? '120,50' : '99,99')
    const body = page.waitForResponse(
      (r) => r.url().endsWith('/api/perdidas/precios') && r.request().method() === 'POST',
    )
    await dialogo.getByRole('button', { name: 'Añadir' }).click()
    expect((await body).status()).toBe(200)
    await expect(page.getByText('Precio añadido')).toBeVisible()
    await expect(dialogo.getByRole('list', { name: 'Precios puestos' })).toContainText(
      como === 'at a desk' ? '120,50' : '99,99',
    )
    // Of the day on which they were seen last: from long ago on.
    const r = await page.request.post('/api/perdidas/precios', {
      data: { empresa: 1, familia: '', desde: '2020-01-01', centimos: 12_050 },
    })
    expect(r.ok()).toBe(true)
    await dialogo.getByRole('button', { name: 'Cerrar' }).click()
    await page.reload()
    await expect(page.getByRole('group', { name: 'Peldaños' })).not.toContainText('sin precio')
    const { peldanos } = await rungs(page)
    expect(peldanos.reduce((suma, p) => suma + p.sin_precio, 0)).toBe(0)
    await expectSinDesborde(page)
  })

  test(`one is declared lost after it was asked, and that is taken back, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await openPerdidas(page)
    const [lost] = (await list(page, 'peldano=propuesta')).data
      .concat((await list(page, 'peldano=en_busqueda')).data)
      .concat((await list(page, 'peldano=posible_extravio')).data)
    expect(lost).toBeDefined()
    const nombre = lost?.Apodo ?? (lost?.mac as string)
    await page.goto(`/perdidas?buscar=${nombre}`)
    await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/^1 · /)
    await page.getByRole('checkbox').last().check()
    const lote = page.getByRole('region', { name: 'Contenedores elegidos' })
    await expectAccesible(page)
    await lote.getByRole('button', { name: 'Declarar perdidos' }).click()
    const dialogo = page.getByRole('dialog', { name: 'Declarar la pérdida' })
    await dialogo.getByLabel('Nota').fill('No está en ningún muelle')
    await expectAccesible(page)
    await dialogo.getByRole('button', { name: 'Declarar perdidos' }).click()
    const rungOf = async () => (await list(page, `search=${nombre}`)).data[0]?.peldano
    await expect.poll(rungOf).toBe('declarada')
    await page.getByRole('button', { name: 'Deshacer', exact: true }).click()
    await expect.poll(rungOf).toBe(lost?.peldano)
    await expectSinDesborde(page)
  })
}

test('who does not administer sets no price, and filters live in the address', async ({ page }) => {
  await enterAs(page, 'operario')
  await openPerdidas(page)
  await expect(page.getByRole('button', { name: 'Precios' })).toHaveCount(0)
  await page.goto('/perdidas?buscar=no-hay-ninguno')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL(/\/perdidas$/)
})
