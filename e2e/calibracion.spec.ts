import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './inventario'
import { expectToast, holdUndo } from './toasts'

const PHONE = { width: 390, height: 844 }
const EMPRESA = 1

const end = (page: Page) => page.request.post('/api/paseo/terminar', { data: { descartar: true } })

/** A container that readers hear, by its nickname. */
async function findWalkObservation(page: Page): Promise<string> {
  const { data } = await (await page.request.get(`/api/device_poc_status?empresa=${EMPRESA}`)).json()
  return data.find(
    (d: { TipoDispositivo: string; Ubicacion: string | null; Apodo: string | null }) =>
      d.TipoDispositivo !== 'Reader' && d.Ubicacion && d.Apodo,
  ).Apodo
}

async function open(page: Page) {
  await enterAs(page, 'admin')
  await end(page)
  await page.goto('/admin/usuarios?pestana=calibracion')
  await expect(page.getByRole('button', { name: 'Empezar paseo' })).toBeVisible()
}

test.describe('with a phone', () => {
  test.use({ viewport: PHONE })

  test('a walk leads from place to place, and can be left', async ({ page, propios }) => {
    // One that nobody hears: one of the demonstration may be driven meanwhile, and is heard often then.
    const apodo = (await propios(1)).propios[0]?.apodo as string
    await open(page)
    await expectSinDesborde(page)
    await expectAccesible(page)
    await page.getByRole('button', { name: 'Empezar paseo' }).click()
    await page.getByLabel('Apodo o MAC del dispositivo').fill('no-existe')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No hay ningún dispositivo con esa MAC o ese apodo.')).toBeVisible()
    await page.getByLabel('Apodo o MAC del dispositivo').fill(apodo)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Paseo con ${apodo}` })).toBeVisible()

    const ahora = page.getByRole('region', { name: 'Lugar de ahora' })
    const first = await ahora.getByRole('heading').textContent()
    await ahora.getByRole('button', { name: 'Saltar' }).click()
    await expect(ahora.getByRole('heading')).not.toHaveText(first ?? '')
    const second = (await ahora.getByRole('heading').textContent()) ?? ''
    await expect(ahora.getByText(/Recorre despacio el lugar .* ve girándolo/)).toBeVisible()
    await ahora.getByRole('button', { name: 'Empezar 3:00' }).click()
    await expect(ahora.getByText('Recorre despacio, girando el dispositivo:')).toBeVisible()
    await expect(ahora.getByRole('timer')).toHaveText(/^2:[0-5]\d$/)
    await expect(ahora.getByRole('heading')).toHaveText(second)
    await expectSinDesborde(page)
    await expectAccesible(page)
    // A reload continues the same walk.
    await page.reload()
    await expect(ahora.getByRole('heading')).toHaveText(second)
    await ahora.getByRole('button', { name: 'Terminar ya aquí' }).click()
    const row = page
      .getByRole('list', { name: 'Lugares del paseo' })
      .getByRole('listitem')
      .filter({ hasText: second })
    await expect(row).toContainText('se ha oído poco')
    await expect(page.getByRole('button', { name: 'Terminar paseo' })).toBeDisabled()
    await page.getByRole('button', { name: `Repetir ${second}`, exact: true }).click()
    await expect(ahora.getByRole('timer')).toBeVisible()
    await ahora.getByRole('button', { name: 'Descartar lugar' }).click()
    // After a choice at the end of the list, the page scrolls to the timer.
    await page
      .getByRole('button', { name: /^Ir a / })
      .last()
      .click()
    await expect(ahora.getByRole('timer')).toBeInViewport()
    await ahora.getByRole('button', { name: 'Descartar lugar' }).click()
    await expect(page.getByText(/^0 de \d+ lugares$/)).toBeVisible()
    await page.getByRole('button', { name: 'Descartar paseo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
    await expect(page.getByRole('button', { name: 'Empezar paseo' })).toBeVisible()
  })
})

test('a version can be gone back to, once it is confirmed', async ({ page }) => {
  await open(page)
  await page.request.post('/api/calibracion/versiones/0/volver', { data: {} })
  await page.request.post('/api/calibracion/versiones/0/volver', { data: {} })
  await page.reload()
  const versiones = page.getByRole('list', { name: 'Versiones' })
  await expect(versiones.getByText('En uso')).toHaveCount(1)
  await versiones.getByRole('button', { name: 'Volver a esta versión' }).first().click()
  const pregunta = page.getByRole('alertdialog')
  await expect(pregunta).toContainText('Los lugares se dirán según ella')
  await pregunta.getByRole('button', { name: 'Cancelar' }).click()
  await expect(pregunta).toBeHidden()
  await versiones.getByRole('button', { name: 'Volver a esta versión' }).first().click()
  await pregunta.getByRole('button', { name: 'Volver' }).click()
  await expectToast(page, /^Vuelta a la versión \d+$/)
})

// cubre: transiciones 6
test('a version that was never in use is not one to go back to', async ({ page }) => {
  await page.route('**/api/calibracion?*', async (r) => {
    const res = await r.fetch()
    const version = (n: number, ahora: number, motivo: string | null) => ({
      version: n,
      creado: '2026-11-20T10:00:00+01:00',
      activo: n === 2,
      clase: 'solo',
      autor: null,
      resumen: { lugares: 1, muestras: 9, confirmaciones: 12, antes: 12, ahora, de: null, motivo },
    })
    const versiones = [
      version(3, 7, 'Nombra peor las últimas confirmaciones.'),
      version(2, 12, null),
      version(1, 12, null),
    ]
    await r.fulfill({ response: res, json: { ...(await res.json()), versiones } })
  })
  await open(page)
  const deVersion = (n: number) =>
    page
      .getByRole('list', { name: 'Versiones' })
      .getByRole('listitem')
      .filter({ hasText: `Versión ${n} ·` })
  await expect(deVersion(3)).toContainText('No se usa. Nombra peor las últimas confirmaciones.')
  await expect(page.getByRole('button', { name: 'Volver a esta versión' })).toHaveCount(1)
  await expect(deVersion(1).getByRole('button', { name: 'Volver a esta versión' })).toBeVisible()
})

test('what cannot be loaded is said, and asked for again', async ({ page }) => {
  await enterAs(page, 'admin')
  let falla = true
  await page.route('**/api/calibracion?*', (r) =>
    falla ? r.fulfill({ status: 500, json: { error: 'No va', code: 'x' } }) : r.continue(),
  )
  await page.goto('/admin/usuarios?pestana=calibracion')
  await expect(page.getByText('No se ha podido cargar la calibración')).toBeVisible()
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('list', { name: 'Lugares' })).toBeVisible()
})

test('a person says where a container is, and takes it back', async ({ page }) => {
  await enterAs(page, 'admin')
  const apodo = await findWalkObservation(page)
  await page.goto(`/contenedor/${apodo}`)
  await page.getByRole('button', { name: 'No está aquí' }).click()
  const forma = page.getByRole('dialog')
  await expect(forma.getByRole('button', { name: 'Está ahí' })).toBeDisabled()
  await forma.getByLabel('Está en').click()
  const option = page.getByRole('option').first()
  const nombre = (await option.textContent()) ?? ''
  await option.click()
  await forma.getByRole('button', { name: 'Está ahí' }).click()
  const duda = page.getByRole('alertdialog')
  const dicho = page.getByText(`Está en «${nombre}». Durante un minuto se puede deshacer.`)
  await expect(duda.or(dicho)).toBeVisible()
  if (await duda.isVisible()) await duda.getByRole('button', { name: 'Sí, está ahí' }).click()
  const undo = await holdUndo(page)
  await expect(dicho).toBeVisible()
  await undo.click()
  await expectToast(page, 'Corrección deshecha')
})
