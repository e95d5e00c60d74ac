import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { rows } from '../../testing/rows'
import { sessionAs } from '../../testing/sessions'
import { askedOf, choose, expectText, press } from '../../testing/steps'
import { closedOf, DAYS, detailOf, keepIncidents, openIncidents, someIncidents } from './fixtures'

const hit = page.getByRole('switch', { name: 'Golpe real de 20014-2' })
const damage = page.getByRole('switch', { name: 'Daño en pieza de 20014-2' })
const closing = page.getByRole('button', { name: 'Abierta: cerrar la incidencia de 20014-2' })
const closed = page.getByRole('button', { name: 'Cerrada: 20014-2' })
const asks = page.getByRole('alertdialog', { name: 'Confirmar cierre' })
const row = () => document.querySelector<HTMLElement>('tr[data-id="2"]')

async function open(answers: Answers = {}, address = DAYS) {
  const kept = keepIncidents(someIncidents(3))
  const app = await openIncidents(address, { ...kept.answers, ...answers })
  await expect.poll(rows).toHaveLength(3)
  return { ...app, ...kept }
}
const gateOf = () => {
  let release = () => {}
  const promise = new Promise<void>((goesOn) => {
    release = goesOn
  })
  return { promise, release: () => release() }
}

// cubre: incidencias 11 17, constantes 5
test('a switch saves at once, the incident stays open, and the toast goes after 3 s', async () => {
  const app = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    ;(hit.element() as HTMLElement).click()
    const said = 'Golpe real marcado. La incidencia sigue abierta.'
    const toast = () => document.querySelector('.MuiSnackbar-root')?.textContent
    await vi.waitFor(() => expect(toast()).toBe(said))
    expect((hit.element() as HTMLInputElement).checked).toBe(true)
    expect(askedOf(app, 'setImpacto')).toMatchObject([
      { body: { dispositivo: 'AABBCC000002', revisado: false, hubo_golpe_real: true, mirado: true } },
    ])
    await vi.advanceTimersByTimeAsync(2_800)
    expect(toast()).toBe(said)
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.waitFor(() => expect(toast()).toBeUndefined())
  } finally {
    vi.useRealTimers()
  }
})

// cubre: entidades 11
test('quick changes of one row are all kept, one call after another', async () => {
  let inFlight = 0
  let atOnce = 0
  const { answers } = keepIncidents(someIncidents(3))
  const app = await openIncidents(DAYS, {
    ...answers,
    setImpacto: async (r) => {
      atOnce = Math.max(atOnce, ++inFlight)
      await new Promise((goesOn) => setTimeout(goesOn, 150))
      inFlight--
      return answers.setImpacto?.(r) as never
    },
  })
  await hit.click()
  await damage.click()
  await hit.click()
  await expect.element(hit).not.toBeChecked()
  await expect.element(damage).toBeChecked()
  await expect.poll(() => askedOf(app, 'setImpacto').length).toBe(3)
  expect(askedOf(app, 'setImpacto').at(-1)?.body).toMatchObject({ hubo_golpe_real: false, hubo_danio: true })
  expect(atOnce).toBe(1)
})

// cubre: transiciones 14 17
test('a switch that cannot be saved goes back, and says so', async () => {
  const gate = gateOf()
  await open({ setImpacto: () => gate.promise.then(() => refuse({ status: 500, error: 'No hay sitio.' })) })
  await damage.click()
  // At once, before there is an answer.
  await expect.element(damage).toBeChecked()
  gate.release()
  await expectText(/^Error al guardar la revisión.*: No hay sitio\.$/)
  await expect.element(damage).not.toBeChecked()
})

// cubre: incidencias 15-16, transiciones 12
test('closing asks first; Cancelar and Esc leave it open', async () => {
  const app = await open()
  await closing.click()
  await expectText(
    '¿Estás seguro de que quieres cerrar esta incidencia? No se podrá modificar después.',
    asks,
  )
  expect(
    asks
      .getByRole('button')
      .elements()
      .map((b) => b.textContent),
  ).toEqual(['Cancelar', 'Confirmar'])
  await expectAccessible(asks.element())
  await press('Cancelar', asks)
  await expect.element(asks).not.toBeInTheDocument()
  await expect.element(closing).toHaveFocus()
  await pressKey('Enter')
  await expect.element(asks).toBeVisible()
  await pressKey('Escape')
  await expect.element(asks).not.toBeInTheDocument()
  expect(askedOf(app, 'setImpacto')).toEqual([])
})

// cubre: transiciones 14, errores 34
test('a closing that fails opens it again', async () => {
  const gate = gateOf()
  await open({
    setImpacto: ({ body }) =>
      (body as { revisado: boolean }).revisado
        ? gate.promise.then(() => refuse({ status: 500, error: 'No hay sitio.' }))
        : new Response('<h1>502</h1>', { status: 502 }),
  })
  await closing.click()
  await press('Confirmar', asks)
  await expect.element(closed).toBeVisible()
  gate.release()
  await expectText(/^Error al guardar la revisión.*: No hay sitio\.$/)
  await expect.element(closing).toBeEnabled()
  await expect.element(hit).toBeEnabled()
  await hit.click()
  await expectText('Error al guardar la revisión: Error al actualizar impacto')
})

// cubre: producto 5, transiciones 13 15
test('closed is closed: switches and button disabled, who and when told, and the focus on its row', async () => {
  const app = await open()
  await closing.click()
  await press('Confirmar', asks)
  await expectText('Incidencia cerrada')
  await expect.element(closed).toBeDisabled()
  await expect.element(hit).toBeDisabled()
  await expect.element(damage).toBeDisabled()
  expect(row()?.hasAttribute('data-tono')).toBe(false)
  expect(document.activeElement).toBe(row())
  expect(askedOf(app, 'setImpacto')).toMatchObject([{ body: { revisado: true, mirado: false } }])
  await page.elementLocator(closed.element().parentElement as Element).hover()
  await expect
    .element(page.getByRole('tooltip'))
    .toHaveTextContent('Cerrada por Olga Operaria el 12/03/2026 09:00:00')
  row()?.focus()
  await pressKey('Enter')
  const review = page.getByRole('region', { name: 'Revisión' })
  await expect.element(review).toMatchTextContent(/Cerrada por Olga Operaria el /)
  for (const name of ['Golpe real de 20014-2', 'Daño en pieza de 20014-2'])
    await expect.element(review.getByRole('switch', { name })).toBeDisabled()
  await expect.element(review.getByRole('button')).toBeDisabled()
})

test('what somebody else has closed meanwhile says who, and the row follows', async () => {
  const why = 'Esta incidencia ya la cerró Otra Persona.'
  await open({
    setImpacto: () => refuse({ status: 409, error: why, code: 'conflicto' }),
    getIncidencia: () => detailOf(closedOf(2, { hubo_danio: true, cerrada_por: 'Otra Persona' })),
  })
  await hit.click()
  await expectText(`Error al guardar la revisión: ${why}`)
  await expect.element(closed).toBeDisabled()
  await expect.element(damage).toBeChecked()
  await expect.element(hit).toBeDisabled()
})

test('reviews in its details as in the row, and the row follows', async () => {
  await open({}, `${DAYS}&incidencia=2`)
  const review = page.getByRole('region', { name: 'Revisión' })
  await review.getByRole('switch', { name: /^Golpe real/ }).click()
  await expectText('Golpe real marcado. La incidencia sigue abierta.')
  await press(/^Abierta: /, review)
  await expect.element(asks).toBeVisible()
  await pressKey('Escape')
  await expect.element(asks).not.toBeInTheDocument()
  await expect.element(review).toBeVisible()
  await pressKey('Escape')
  await expect.element(review).not.toBeInTheDocument()
  await expect.element(hit).toBeChecked()
})

test('who only looks is offered no review', async () => {
  await open(sessionAs({ rol: 'lectura' }), `${DAYS}&incidencia=2`)
  await expectText('Tu cuenta es solo de lectura.')
  await pressKey('Escape')
  await expect.element(hit).toBeDisabled()
  await expect.element(closing).not.toBeInTheDocument()
})

test('several are taken on, and closed at once with one note; the toasts say what happened', async () => {
  const app = await open({}, '/incidencias?ver=abiertas')
  for (const id of [2, 3]) await page.getByRole('checkbox', { name: `Seleccionar fila ${id}` }).click()
  const chosen = page.getByRole('region', { name: 'Incidencias elegidas' })
  await expect.element(chosen).toMatchTextContent(/2 elegidas/)
  await choose('Las lleva', 'Jon Prensa')
  await expectText('Las 2 incidencias las lleva Jon Prensa')
  expect(row()?.textContent).toContain('Jon Prensa')
  await damage.click()
  await expectText('Daño en pieza marcado. La incidencia sigue abierta.')
  await press('Cerrar las incidencias', chosen)
  await expectText(/¿Estás seguro de que quieres cerrar estas 2 incidencias\?/, asks)
  await expect
    .element(asks.getByRole('listitem').filter({ hasText: '20014-2' }))
    .toMatchTextContent(/10\/03\/2026 10:00:02.*Golpe real: no · Daño en pieza: sí/)
  await expect
    .element(asks.getByRole('listitem').filter({ hasText: '20014-3' }))
    .toMatchTextContent(/Sin mirar/)
  await expectAccessible(asks.element())
  await asks.getByLabelText('Nota para todas (opcional)').fill('Revisadas en la prensa')
  await press('Confirmar', asks)
  await expectText('2 incidencias cerradas')
  expect(askedOf(app, 'closeIncidencias')).toMatchObject([
    { body: { ids: expect.arrayContaining([2, 3]), nota: 'Revisadas en la prensa', mirado: false } },
  ])
  await expect.element(page.getByRole('link', { name: '1 abierta' })).toBeVisible()
  await expect.element(chosen).not.toBeInTheDocument()
})
