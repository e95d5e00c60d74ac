import { expect, type Page } from '@playwright/test'
import type { FilaDiferencia, Saldo } from '../contract/cuentas/custodia/custodia'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

test.describe.configure({ timeout: 240_000 })

const SUYO = 'Prensas Abadiño'

const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])
const saldos = async (page: Page): Promise<Saldo[]> =>
  (await (await page.request.get('/api/custodia/saldos')).json()).data

/** The book is calculated within some minutes of the start. */
async function openCustodia(page: Page, direccion = '/custodia'): Promise<void> {
  const suyo = async () => (await saldos(page)).find((s) => s.tercero?.nombre === SUYO)
  await expect.poll(async () => (await suyo())?.n ?? 0, { timeout: 180_000 }).toBeGreaterThan(50)
  await page.goto(direccion)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custodia')
}

test('a balance leads to as many containers as it says; somebody of the partner sees its own and nothing else', async ({
  page,
}) => {
  await enterAs(page, 'operario')
  await openCustodia(page)
  const cuenta = page.getByRole('group', { name: 'Cuentas' }).getByRole('button', { name: SUYO })
  await cuenta.click()
  await page.getByRole('tab', { name: 'Contenedores' }).click()
  // The simulator keeps running meanwhile.
  await expect(async () => {
    const n = numberOf(await cuenta.locator('b').textContent())
    const texto = await page.getByRole('status', { name: 'Totales' }).textContent()
    const [con = 0, sin = 0] = [...(texto ?? '').matchAll(/([\d.]+) (?:con|sin) nombre/g)].map((m) =>
      numberOf(m[1] ?? ''),
    )
    expect(con + sin).toBe(n)
  }).toPass()
  const { data } = (await (await page.request.get('/api/custodia/diferencias?per_page=200')).json()) as {
    data: FilaDiferencia[]
  }
  expect(data.some((f) => f.libro === SUYO && f.visto === null)).toBe(true)

  await enterAs(page, 'proveedor')
  const failed: string[] = []
  page.on('response', (r) => r.status() >= 400 && failed.push(r.url()))
  await openCustodia(page, '/poc-status')
  await expect(page).toHaveURL(/\/custodia$/)
  await expect(page.getByRole('group', { name: 'Cuentas' }).getByRole('button')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Extracto' }).click()
  await expect(page.getByRole('status', { name: 'Totales' })).toContainText(SUYO)
  await expect(page.getByRole('main')).not.toContainText(/Montajes Urbina|Almacén|€/)
  expect(failed).toEqual([])
})

test('a partner is added, and a delivery without names is entered where nothing is seen', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/custodia?vista=terceros&en_empresa=1')
  await page.getByRole('button', { name: 'Nuevo tercero' }).click()
  const nombre = `Sin lectores ${Date.now().toString(36)}`
  const dialogo = page.getByRole('dialog', { name: 'Nuevo tercero' })
  await dialogo.getByLabel('Nombre').fill(nombre)
  await dialogo.getByRole('button', { name: 'Añadir' }).click()
  await expectToast(page, 'Tercero añadido')
  const id = (await saldos(page)).find((s) => s.tercero?.nombre === nombre)?.tercero?.id
  await page.goto(`/custodia?vista=extracto&tercero=${id}`)
  await page.getByRole('button', { name: 'Anotar' }).click()
  const anotar = page.getByRole('dialog', { name: `Anotar en ${nombre}` })
  await anotar.getByLabel('Familia').fill('20014')
  await anotar.getByLabel('Cantidad').fill('12')
  await anotar.getByLabel('Albarán').fill('ALB-77')
  await anotar.getByRole('button', { name: 'Anotar' }).click()
  await expect(page.getByRole('status', { name: 'Totales' })).toContainText('final 12')
  await expect(page.getByText('ALB-77')).toBeVisible()
})
