import { expect, type Page } from '@playwright/test'
import type { Extracto, FilaDiferencia, Saldo } from '../contract/dispositivos/custodia'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

// In sequence, because the tests add messages to the same line.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const
const SUYO = 'Prensas Abadiño'

const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])
const saldos = async (page: Page): Promise<Saldo[]> =>
  (await (await page.request.get('/api/custodia/saldos')).json()).data
const statement = async (page: Page, query: string): Promise<Extracto> =>
  (await page.request.get(`/api/custodia/extracto?${query}`)).json()

/** The book is calculated within some minutes of the start. */
async function openCustodia(page: Page, direccion = '/custodia'): Promise<Saldo> {
  const suyo = async () => (await saldos(page)).find((s) => s.tercero?.nombre === SUYO)
  await expect.poll(async () => (await suyo())?.n ?? 0, { timeout: 180_000 }).toBeGreaterThan(50)
  await page.goto(direccion)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custodia')
  return (await suyo()) as Saldo
}

/** Expects that the list is downloaded as a file of this name. */
async function expectFichero(page: Page, nombre: string): Promise<void> {
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toMatch(new RegExp(`^${nombre}.*\\.xlsx$`))
}

for (const [como, viewport] of TAMANOS) {
  test(`a balance leads to as many containers as it says, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await openCustodia(page)
    await expectAccesible(page)
    await expectSinDesborde(page)
    const cuenta = page.getByRole('group', { name: 'Cuentas' }).getByRole('button', { name: SUYO })
    // By keyboard, like any button.
    await cuenta.focus()
    await page.keyboard.press('Enter')
    await expect(cuenta).toHaveAttribute('aria-pressed', 'true')
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
    await expectAccesible(page)
    await expectFichero(page, 'contenedores_cuenta')
    await page.getByRole('tab', { name: 'Libro y lugar' }).click()
    await expect(page.getByRole('status', { name: 'Totales' })).toContainText('diferencia')
    await expectFichero(page, 'diferencias')
    await expect(page.getByRole('button', { name: 'Vistas', exact: true })).toBeVisible()
    const { data } = (await (await page.request.get('/api/custodia/diferencias?per_page=200')).json()) as {
      data: FilaDiferencia[]
    }
    expect(data.some((f) => f.libro === SUYO && f.visto === null)).toBe(true)
    await expectSinDesborde(page)
  })

  test(`a line shows its proof, is disputed, answered and settled, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    const { tercero } = await openCustodia(page)
    const [linea] = (await statement(page, `tercero=${tercero?.id}&per_page=200`)).data.filter(
      (f) => f.clase === 'visto' && f.cantidad === 1 && f.dichos.length === 0,
    )
    expect(linea).toBeDefined()
    const nombre = linea?.contenedor as string
    const read = async () =>
      (await statement(page, `tercero=${tercero?.id}&search=${nombre}`)).data.find((f) => f.id === linea?.id)
    await page.goto(`/custodia?vista=extracto&tercero=${tercero?.id}&buscar=${nombre}`)
    await expect(page.getByRole('status', { name: 'Totales' })).toContainText('final')
    await expectAccesible(page)
    const say = async (que: string, nota: string) => {
      await page
        .getByRole('button', { name: `Abrir la línea de ${nombre}` })
        .first()
        .click()
      const dialogo = page.getByRole('dialog')
      await expect(dialogo.getByLabel('Prueba')).toContainText(/por LEC-\d+/)
      const opcion = dialogo.getByRole('group', { name: 'Qué se dice' }).getByRole('button', { name: que })
      // The list may still show the line as it was before the last message.
      await expect(dialogo.getByRole('button', { name: que }).first()).toBeVisible()
      if (await opcion.count()) await opcion.click()
      await dialogo.getByRole('textbox', { name: /Nota|Qué no es correcto/ }).fill(nota)
      if (que === 'Disputar') await expectAccesible(page)
      await dialogo.getByRole('button', { name: que }).last().click()
      await expect(dialogo).toHaveCount(0)
    }
    // The newest line of the container is the first.
    const first = (await statement(page, `tercero=${tercero?.id}&search=${nombre}`)).data[0]
    const lastOf = async () =>
      (await statement(page, `tercero=${tercero?.id}&search=${nombre}`)).data
        .find((f) => f.id === first?.id)
        ?.dichos.at(-1)?.clase
    await say('Disputar', 'No nos consta')
    await expect.poll(lastOf).toBe('disputa')
    await say('Contestar', 'Se vio en vuestro muelle')
    await expect.poll(lastOf).toBe('respuesta')
    await say('Acordar', 'De acuerdo')
    await expect.poll(lastOf).toBe('acuerdo')
    expect((await read())?.cantidad).toBe(1)
    await expectSinDesborde(page)
  })

  test(`somebody of a partner sees its balance and its statement and nothing else, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'proveedor')
    const failed: string[] = []
    page.on('response', (r) => r.status() >= 400 && failed.push(r.url()))
    await openCustodia(page, '/poc-status')
    await expect(page).toHaveURL(/\/custodia$/)
    await expect(page.getByRole('group', { name: 'Cuentas' }).getByRole('button')).toHaveCount(1)
    await expect(page.getByRole('tab')).toHaveText(['Saldos', 'Extracto', 'Contenedores'])
    await expectAccesible(page)
    await page.getByRole('tab', { name: 'Extracto' }).click()
    await expect(page.getByRole('status', { name: 'Totales' })).toContainText(SUYO)
    await expect(page.getByRole('main')).not.toContainText(/Montajes Urbina|Almacén|€/)
    await expect(page.getByRole('button', { name: 'Anotar' })).toHaveCount(0)
    await expectAccesible(page)
    await expectSinDesborde(page)
    expect(failed).toEqual([])
  })
}

test('a partner is added, and a delivery without names is entered where nothing is seen', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/custodia?vista=terceros&en_empresa=1')
  await page.getByRole('button', { name: 'Nuevo tercero' }).click()
  const nombre = `Sin lectores ${Date.now().toString(36)}`
  const dialogo = page.getByRole('dialog', { name: 'Nuevo tercero' })
  await dialogo.getByLabel('Nombre').fill(nombre)
  await expectAccesible(page)
  await dialogo.getByRole('button', { name: 'Añadir' }).click()
  await expectToast(page, 'Tercero añadido')
  const id = (await saldos(page)).find((s) => s.tercero?.nombre === nombre)?.tercero?.id
  await page.goto(`/custodia?vista=extracto&tercero=${id}`)
  await page.getByRole('button', { name: 'Anotar' }).click()
  const anotar = page.getByRole('dialog', { name: `Anotar en ${nombre}` })
  await anotar.getByLabel('Familia').fill('20014')
  await anotar.getByLabel('Cantidad').fill('12')
  await anotar.getByLabel('Albarán').fill('ALB-77')
  await expectAccesible(page)
  await anotar.getByRole('button', { name: 'Anotar' }).click()
  await expect(page.getByRole('status', { name: 'Totales' })).toContainText('final 12')
  await expect(page.getByText('ALB-77')).toBeVisible()
})
