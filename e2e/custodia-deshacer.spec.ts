import { expect, type Page } from '@playwright/test'
import type { Extracto } from '../contract/dispositivos/custodia'
import type { Tercero } from '../contract/dispositivos/terceros'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

test.describe.configure({ timeout: 180_000 })

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }, 'light'],
  ['on a phone, in the dark', { width: 390, height: 844 }, 'dark'],
] as const

const totales = (page: Page) => page.getByRole('status', { name: 'Totales' })
const toast = (page: Page, texto: string | RegExp) =>
  page.getByRole('status').filter({ hasText: texto }).getByRole('button', { name: 'Deshacer' })

async function enterCantidad(page: Page, nombre: string, cantidad: string, albaran: string) {
  await page.getByRole('button', { name: 'Anotar' }).click()
  const dialogo = page.getByRole('dialog', { name: `Anotar en ${nombre}` })
  await dialogo.getByLabel('Familia').fill('20014')
  await dialogo.getByLabel('Cantidad').fill(cantidad)
  await dialogo.getByLabel('Albarán').fill(albaran)
  await dialogo.getByRole('button', { name: 'Anotar' }).click()
  await expect(dialogo).toHaveCount(0)
}

for (const [como, viewport, colorScheme] of TAMANOS)
  test(`what was entered is undone within the minute, from the toast and from its line, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await enterAs(page, 'admin')
    const nombre = `Deshecho ${Date.now().toString(36)}`
    const r = await page.request.post('/api/custodia/terceros', {
      data: { empresa: 1, nombre, clase: 'cliente', lugares: [] },
    })
    const { id } = (await r.json()) as Tercero
    const statement = async (): Promise<Extracto> =>
      (await page.request.get(`/api/custodia/extracto?tercero=${id}`)).json()
    await page.goto(`/custodia?vista=extracto&tercero=${id}&en_empresa=1`)

    // A toast that has the focus stays.
    const held = toast(page, 'Anotado').focus()
    await enterCantidad(page, nombre, '12', 'ALB-1')
    await held
    await expect(totales(page)).toContainText('final 12')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Deshecho')
    await expect(totales(page)).toContainText('final 0')
    // Both lines stay: the one that was taken back, and the one that takes it back.
    await expect(page.getByText('Corregida')).toHaveCount(1)
    await expect(page.getByText('Corrección')).toHaveCount(1)
    expect((await statement()).data).toMatchObject([
      { clase: 'anulada', cantidad: -12, documento: 'ALB-1' },
      { clase: 'albaran', cantidad: 12, anulada: true },
    ])

    // The toast has gone: the line has the rest of the minute.
    await enterCantidad(page, nombre, '7', 'ALB-2')
    await expect(totales(page)).toContainText('final 7')
    await page.getByRole('button', { name: 'Abrir la línea de 20014: sin nada dicho' }).first().click()
    const linea = page.getByRole('dialog')
    await expect(linea.getByRole('timer')).toContainText(
      /^Anotado hace un momento: se puede deshacer durante \d+ s\.$/,
    )
    // Of the dialog only: the whole page would take longer than the minute on a slow machine.
    await expectAccesible(page, '[role=dialog]')
    await expectSinDesborde(page)
    await linea.getByRole('button', { name: 'Deshacer' }).click()
    await expect(linea).toHaveCount(0)
    await expect(totales(page)).toContainText('final 0')

    await page.getByRole('button', { name: 'Importar albaranes' }).click()
    const importar = page.getByRole('dialog', { name: 'Importar albaranes' })
    const hoy = new Date().toISOString().slice(0, 10)
    const lineas = [3, 4].map((n) => `${nombre};enviado;${hoy};F-${n};20014;${n}`)
    await importar.locator('input[type=file]').setInputFiles({
      name: 'albaranes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['tercero;movimiento;fecha;documento;familia;cantidad', ...lineas, ''].join('\r\n'),
      ),
    })
    await importar.getByRole('button', { name: 'Importar 2 líneas' }).click()
    await toast(page, 'Albaranes importados: 2 líneas').focus()
    await expect(totales(page)).toContainText('final 7')
    await toast(page, 'Albaranes importados: 2 líneas').click()
    await expectToast(page, 'Deshecho: 2 movimientos corregidos')
    await expect(totales(page)).toContainText('final 0')
    await expectAccesible(page)
    await expectSinDesborde(page)

    // What another person has entered offers no undo.
    const otra = await page.request.post('/api/custodia/movimientos', {
      data: { tercero: id, clase: 'enviado', familia: '20014', cantidad: 2 },
    })
    const { movimientos } = (await otra.json()) as { movimientos: number[] }
    await page.context().clearCookies()
    await enterAs(page, 'operario')
    await page.goto(`/custodia?vista=extracto&tercero=${id}`)
    await page.getByRole('button', { name: 'Abrir la línea de 20014: sin nada dicho' }).first().click()
    await expect(page.getByRole('dialog').getByLabel('Prueba')).toContainText('Anotado por')
    await expect(page.getByRole('timer')).toHaveCount(0)
    const refused = await page.request.post(`/api/custodia/movimientos/${movimientos[0]}/deshacer`)
    expect([refused.status(), ((await refused.json()) as { error: string }).error]).toEqual([
      403,
      'Lo anotó otra persona: solo ella lo puede deshacer.',
    ])
  })
