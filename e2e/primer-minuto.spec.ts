import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

type Body = Record<string, unknown>

/**
 * The answers of a path as they are before the first count, until the returned function is called.
 * @param before what the server answers then, from what it answers now
 */
async function holdFirst(page: Page, path: RegExp, before: (body: Body) => Body) {
  let held = true
  await page.route(path, async (r) => {
    const response = await r.fetch()
    const body = (await response.json()) as Body
    await r.fulfill({ response, json: held ? before(body) : body })
  })
  return () => {
    held = false
  }
}
const none = { data: [], total: 0, centimos: 0, sin_precio: 0, esperada: 0, sin_estimar: 0 }

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('losses say that they are being counted, and show them once they are', async ({ page }) => {
      await enterAs(page, 'operario')
      const hold = [
        await holdFirst(page, /\/api\/perdidas(\?|$)/, (b) => ({ ...b, contado: false })),
        await holdFirst(page, /\/api\/perdidas\/lista/, () => none),
      ]
      await page.goto('/perdidas')
      await expect(page.getByText('Los contenedores se están contando')).toBeVisible()
      await expect(page.getByText('Se ven todos los contenedores')).toBeHidden()
      await expect(page.getByRole('group', { name: 'Peldaños' }).getByRole('button').first()).toHaveText(
        'Sin ver—',
      )
      await expectAccesible(page)
      await expectSinDesborde(page)
      for (const release of hold) release()
      await expect(page.getByText('Los contenedores se están contando')).toBeHidden()
      await expect(page.getByRole('group', { name: 'Peldaños' }).getByRole('button').first()).toHaveText(
        /^Sin ver\d+/,
      )
    })

    test('the losses of the year say so too', async ({ page }) => {
      await enterAs(page, 'operario')
      const release = await holdFirst(page, /\/api\/perdidas\/merma\?/, (b) => ({
        ...b,
        contado: false,
        filas: [],
      }))
      await page.goto('/perdidas?vista=merma')
      const counting = page.getByText('La merma se está contando: estará dentro de un minuto')
      await expect(counting).toBeVisible()
      await expectSinDesborde(page)
      release()
      await expect(counting).toBeHidden()
    })

    test('the loop says that it is being measured, instead of stages without containers', async ({
      page,
    }) => {
      await enterAs(page, 'operario')
      const release = await holdFirst(page, /\/api\/ciclo(\?|$)/, (b) => ({
        ...b,
        ciclo: { ...(b.ciclo as Body), medido: null, desde: null },
      }))
      await page.goto('/ciclo')
      await expect(page.getByText('El ciclo se está midiendo')).toBeVisible()
      await expect(page.getByText('Bajo mínimo')).toBeHidden()
      await expectAccesible(page)
      await expectSinDesborde(page)
      release()
      await expect(page.getByText('Medido a las')).toBeVisible()
      await expect(page.getByText('El ciclo se está midiendo')).toBeHidden()
    })

    test('batteries say how many tags were not looked at', async ({ page }) => {
      await enterAs(page, 'operario')
      let faltan: number | null = null
      const release = await holdFirst(page, /\/api\/pilas(\?|$)/, (b) => ({ ...b, faltan }))
      await page.goto('/pilas')
      await expect(page.getByText('Las etiquetas se están contando: tarda un minuto.')).toBeVisible()
      faltan = 1234
      await page.reload()
      const missing = page.getByText('Faltan 1.234 etiquetas por mirar. Hasta entonces las cifras cambian.')
      await expect(missing).toBeVisible()
      await expectAccesible(page)
      await expectSinDesborde(page)
      release()
      await page.reload()
      await expect(page.getByRole('group', { name: 'Cuándo cambiarlas' })).toBeVisible()
      await expect(missing).toBeHidden()
    })
  })
}
