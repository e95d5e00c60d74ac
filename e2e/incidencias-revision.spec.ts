import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { holdRoute } from './hold'
import { danio, golpe, openIncidencias, openUna, RUTA, read, row, rows } from './incidencias'
import { test } from './prueba'
import { stopClock } from './reloj'
import { expectToast } from './toasts'

const FAILURE = /^Error al guardar la revisión/
const close = (page: Page, id: number) => row(page, id).getByRole('button', { name: /^Abierta: / })
const dialogo = (page: Page) => page.getByRole('alertdialog', { name: 'Confirmar cierre' })

/** Saving fails, but only when the test says so. */
const fail = (page: Page) =>
  holdRoute(page, '**/api/set_impacto', (r) =>
    r.fulfill({ status: 500, json: { error: 'No hay sitio.', code: 'interno' } }),
  )

test.describe('with a clock of the test', () => {
  // It remains in the context.
  test.use({ propio: true })
  // cubre: incidencias 11 17, constantes 5
  test('a switch saves at once, the incident stays open, and the toast goes after 3 s', async ({ page }) => {
    await page.clock.install()
    const { id, hubo_golpe_real: before } = await openUna(page, 1)
    const interruptor = golpe(row(page, id))
    await stopClock(page)
    await interruptor.click()
    await expect(interruptor).toBeChecked({ checked: !before })
    const toast = page.getByText(
      `Golpe real ${before ? 'desmarcado' : 'marcado'}. La incidencia sigue abierta.`,
      { exact: true },
    )
    await expect(toast).toBeVisible()
    expect(await read(page, id)).toMatchObject({ revisado: false, hubo_golpe_real: !before })
    await page.clock.runFor(2_800)
    await expect(toast).toBeVisible()
    await page.clock.runFor(400)
    // It leaves in a transition.
    await page.clock.resume()
    await expect(toast).toBeHidden()
    await interruptor.click()
    await expect.poll(async () => (await read(page, id)).hubo_golpe_real).toBe(before)
    await page.reload()
    await expect(interruptor).toBeChecked({ checked: before })
  })
})

// cubre: entidades 11
test('quick changes of one row are all kept, one call after another', async ({ page }) => {
  const { id, hubo_golpe_real, hubo_danio } = await openUna(page, 2)
  let inFlight = 0
  let masALaVez = 0
  await page.route('**/api/set_impacto', async (r) => {
    masALaVez = Math.max(masALaVez, ++inFlight)
    await new Promise((done) => setTimeout(done, 300))
    const res = await r.fetch()
    inFlight--
    await r.fulfill({ response: res })
  })
  await golpe(row(page, id)).click()
  await danio(row(page, id)).click()
  await golpe(row(page, id)).click()
  await expect(golpe(row(page, id))).toBeChecked({ checked: hubo_golpe_real })
  await expect(danio(row(page, id))).toBeChecked({ checked: !hubo_danio })
  await expect
    .poll(async () => {
      const i = await read(page, id)
      return [inFlight, i.hubo_golpe_real, i.hubo_danio]
    })
    .toEqual([0, hubo_golpe_real, !hubo_danio])
  expect(masALaVez).toBe(1)
  await danio(row(page, id)).click()
  await expect.poll(async () => (await read(page, id)).hubo_danio).toBe(hubo_danio)
})

// cubre: transiciones 14 17
test('a switch that cannot be saved goes back, and says so', async ({ page }) => {
  const { id, hubo_danio } = await openUna(page, 1)
  const answer = await fail(page)
  const interruptor = danio(row(page, id))
  await interruptor.click()
  // At once, before there is an answer.
  await expect(interruptor).toBeChecked({ checked: !hubo_danio })
  answer()
  await expectToast(page, /^Error al guardar la revisión.*: No hay sitio\.$/)
  await expect(interruptor).toBeChecked({ checked: hubo_danio })
  expect((await read(page, id)).hubo_danio).toBe(hubo_danio)
})

// cubre: incidencias 15-16, transiciones 12
test('closing asks first; Cancelar and Esc leave it open', { tag: '@main' }, async ({ page }) => {
  const { id } = await openUna(page, 1)
  let pedidas = 0
  page.on('request', (r) => {
    if (r.url().includes('set_impacto')) pedidas++
  })
  await close(page, id).click()
  await expect(
    dialogo(page).getByText(
      '¿Estás seguro de que quieres cerrar esta incidencia? No se podrá modificar después.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(dialogo(page).getByRole('button')).toHaveText(['Cancelar', 'Confirmar'])
  await dialogo(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialogo(page)).toBeHidden()
  await expect(close(page, id)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogo(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogo(page)).toBeHidden()
  expect(pedidas).toBe(0)
  expect((await read(page, id)).revisado).toBe(false)
})

// cubre: transiciones 14, errores 34
test('a closing that fails opens it again', async ({ page }) => {
  const { id } = await openUna(page, 1)
  const answer = await fail(page)
  await close(page, id).click()
  await dialogo(page).getByRole('button', { name: 'Confirmar' }).click()
  await expect(row(page, id).getByText('Cerrada')).toBeVisible()
  answer()
  await expectToast(page, FAILURE)
  await expect(close(page, id)).toBeEnabled()
  await expect(golpe(row(page, id))).toBeEnabled()
  await page.unroute('**/api/set_impacto')
  await page.route('**/api/set_impacto', (r) => r.fulfill({ status: 502, body: '<h1>502</h1>' }))
  await golpe(row(page, id)).click()
  await expectToast(page, 'Error al guardar la revisión: Error al actualizar impacto')
})

// cubre: producto 5, transiciones 13 15
test('closed is closed: switches and button disabled, who and when told, and stored', {
  tag: '@main',
}, async ({ page }) => {
  // The oldest open incident: no other test depends on it.
  const { id, hubo_golpe_real, hubo_danio } = await openUna(page, 0)
  await close(page, id).click()
  await dialogo(page).getByRole('button', { name: 'Confirmar' }).click()
  await expectToast(page, 'Incidencia cerrada')
  const button = row(page, id).getByRole('button', { name: /^Cerrada: / })
  await expect(button).toBeDisabled()
  await expect(golpe(row(page, id))).toBeDisabled()
  await expect(danio(row(page, id))).toBeDisabled()
  await expect(row(page, id)).not.toHaveAttribute('data-tono')
  await expect(row(page, id)).toBeFocused()
  const guardada = await read(page, id)
  expect(guardada).toMatchObject({ revisado: true, hubo_golpe_real, hubo_danio })
  await button.hover({ force: true })
  await expect(page.getByRole('tooltip')).toHaveText(
    new RegExp(`^Cerrada por ${guardada.cerrada_por} el \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d:\\d\\d$`),
  )
  await page.keyboard.press('Enter')
  const revision = page.getByRole('region', { name: 'Revisión' })
  await expect(revision).toContainText(`Cerrada por ${guardada.cerrada_por} el `)
  await expect(golpe(revision)).toBeDisabled()
  await expect(danio(revision)).toBeDisabled()
  await expect(revision.getByRole('button')).toBeDisabled()
})

test('what somebody else has closed meanwhile says who, and the row follows', async ({ page }) => {
  // A live change would fetch the list anew, in which it is still open.
  await page.route('**/api/live*', (r) => r.abort())
  const { id } = await openUna(page, 1)
  const motivo = 'Esta incidencia ya la cerró Otra Persona.'
  await page.route('**/api/set_impacto', (r) =>
    r.fulfill({ status: 409, json: { error: motivo, code: 'conflicto' } }),
  )
  await page.route(`**/api/incidencias/${id}`, async (r) => {
    const i = await (await r.fetch()).json()
    await r.fulfill({
      json: { ...i, revisado: true, hubo_danio: true, cerrada_por: 'Otra Persona', cerrada: i.Time },
    })
  })
  await golpe(row(page, id)).click()
  await expectToast(page, new RegExp(`${FAILURE.source}.*${motivo}$`))
  await expect(row(page, id).getByRole('button', { name: /^Cerrada: / })).toBeDisabled()
  await expect(danio(row(page, id))).toBeChecked()
  await expect(golpe(row(page, id))).toBeDisabled()
})

test('a new incident waits to be shown, so that no row moves under the hand', async ({ page }) => {
  let conNueva = false
  await page.route('**/api/get_incidencias*', async (r) => {
    const list = await (await r.fetch()).json()
    if (conNueva)
      list.unshift({
        ...list[0],
        id: 999_999,
        ApodoDispositivo: '99999-001',
        Time: new Date().toISOString(),
      })
    await r.fulfill({ json: list })
  })
  await page.addInitScript(() => {
    class Fuente extends EventTarget {
      static OPEN = 1
      readyState = 1
      onopen?: () => void
      constructor() {
        super()
        setTimeout(() => this.onopen?.())
        addEventListener('prueba-impacto', () => {
          const data = JSON.stringify({ recargar: false, dispositivos: [{ Estado: 'Impacto' }] })
          this.dispatchEvent(new MessageEvent('cambios', { data }))
        })
      }
      close() {}
    }
    window.EventSource = Fuente as unknown as typeof EventSource
  })
  await openIncidencias(page, RUTA)
  const first = await rows(page).first().getAttribute('data-id')
  conNueva = true
  await page.evaluate(() => dispatchEvent(new Event('prueba-impacto')))
  const nuevas = page.getByRole('button', { name: '1 nueva' })
  await expect(nuevas).toBeVisible()
  await expect(rows(page).first()).toHaveAttribute('data-id', first ?? '')
  await nuevas.click()
  await expect(rows(page).first()).toContainText('99999-001')
  await expect(nuevas).toBeHidden()
})

test('another company has only its own incidents', async ({ page }) => {
  await enterAs(page, 'admin')
  const { id } = await openUna(page, 1)
  const res = await page.request.get(`/api/incidencias/${id}`)
  const { empresa } = await res.json()
  await enterAs(page, empresa === 1 ? 'calidad' : 'operario')
  await page.goto(`/incidencias?incidencia=${id}`)
  await expect(page.getByText('Esta incidencia no existe')).toBeVisible()
})
