import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../testing/open-app'
import { createPlan } from '../../testing/plan'
import { ADMIN, MANAGER } from '../../testing/sessions'
import { button } from '../../testing/steps'
import { clickNode, editPlan, node, pressOn, rename, shown, spot, stands } from './fixtures'

const unsaved = () => page.getByText(/sin guardar/).elements()
const undoKey = () => userEvent.keyboard('{Control>}z{/Control}')

/** A call that the test lets go. */
function hold() {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  return { held, release }
}

test('a node that is moved back is not moved; a key held down is one step', async () => {
  const plan = createPlan()
  await editPlan(plan)
  const before = spot(plan, 'Gestamp')
  await pressOn('Gestamp', '{ArrowRight}')
  await shown('1 sin guardar')
  await pressOn('Gestamp', '{ArrowLeft}')
  await expect.poll(unsaved).toEqual([])
  await expect.element(button('Guardar')).toBeDisabled()
  await undoKey()
  await shown('1 sin guardar')
  await undoKey()
  await expect.element(button('Deshacer')).toBeDisabled()
  await rename('Limpieza', 'Lavadero')
  for (let i = 0; i < 20; i++)
    node('Gestamp')?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, repeat: i > 0 }),
    )
  await shown('1 sin guardar')
  await undoKey()
  await expect.poll(unsaved).toEqual([])
  await undoKey()
  await stands('Limpieza')
  expect(spot(plan, 'Gestamp')).toEqual(before)
})

test('what is moved while a call is on its way stays, whether it stores or takes back', async () => {
  const plan = createPlan()
  let gate: ReturnType<typeof hold> | undefined
  const { updateUbicaciones } = plan.answers
  await editPlan(plan, {
    updateUbicaciones: async (r) => {
      await gate?.held
      return (await updateUbicaciones?.(r)) as never
    },
  })
  const before = spot(plan, 'Gestamp')
  await rename('Limpieza', 'Lavadero')
  gate = hold()
  await button('Deshacer').click()
  await pressOn('Gestamp', '{ArrowDown}')
  gate.release()
  await stands('Limpieza')
  await shown('1 sin guardar')
  gate = hold()
  await button('Guardar').click()
  await pressOn('Expedición', '{ArrowUp}')
  await shown('2 sin guardar')
  gate.release()
  await shown('Plano guardado')
  await shown('1 sin guardar')
  expect(spot(plan, 'Gestamp')).not.toEqual(before)
  await undoKey()
  await expect.poll(unsaved).toEqual([])
  await undoKey()
  await shown('Deshecho: posiciones del plano')
  expect(spot(plan, 'Gestamp')).toEqual(before)
  await expect.element(button('Deshacer')).toBeDisabled()
  // A keyboard user continues from the toolbar.
  ;(button('Rehacer').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await shown('Rehecho: posiciones del plano')
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement?.closest('[role=toolbar]')).not.toBeNull()
})

test('Ctrl+Z in a list of a dialog leaves the plan alone', async () => {
  await editPlan(createPlan())
  await pressOn('Expedición', '{ArrowUp}')
  await clickNode('Gestamp')
  await page.getByRole('dialog').getByRole('combobox').first().click()
  await undoKey()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  await shown('1 sin guardar')
})

test('without network a change says so, and is not made later by itself', async () => {
  const plan = createPlan()
  let offline = false
  const { updateUbicaciones } = plan.answers
  await editPlan(plan, {
    updateUbicaciones: (r) => {
      if (offline) throw new TypeError('Failed to fetch')
      return updateUbicaciones?.(r) as never
    },
  })
  const before = spot(plan, 'Gestamp')
  await pressOn('Gestamp', '{ArrowDown}')
  offline = true
  await button('Guardar').click()
  await expect
    .element(page.getByRole('toolbar').getByRole('alert'))
    .toHaveTextContent('No hay conexión con el servidor.')
  offline = false
  await shown('1 sin guardar')
  expect(spot(plan, 'Gestamp')).toEqual(before)
  await button('Guardar').click()
  await shown('Plano guardado')
})

test('another company is not taken before the moves are let go, and takes nothing back', async () => {
  const [one, other] = [createPlan(), createPlan(['Muelle'], 3)]
  sessionStorage.setItem('retorna.empresa', '1')
  await openApp('/special?en_empresa=1', {
    answers: {
      ...ADMIN,
      ...one.answers,
      listUbicaciones: ({ query }) =>
        query.empresa === '3' ? { ...other.now(), nombre_empresa: 'Llanada' } : one.now(),
    },
  })
  const choose = async (name: string) => {
    await button(/^Empresa: /).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  const title = (name: string) =>
    expect.element(page.getByRole('heading', { name: `Plano de planta · ${name}` })).toBeVisible()
  await title('Vitoria')
  await button('Editar plano').click()
  await pressOn('Gestamp', '{ArrowDown}')
  await choose('Llanada')
  const question = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar en el plano' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(button('Empresa: Vitoria')).toBeVisible()
  await shown('1 sin guardar')
  await choose('Llanada')
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await title('Llanada')
  expect(page.getByRole('toolbar').elements()).toEqual([])
  await button('Editar plano').click()
  await expect.element(button('Deshacer')).toBeDisabled()
  // Without unsaved moves there is no question.
  await choose('Vitoria')
  await title('Vitoria')
  expect(page.getByRole('toolbar').elements()).toEqual([])
})

test('a session that ends leads to login, whatever waits to be stored', async () => {
  let ended = false
  const noSession = () => Response.json({ error: 'No hay sesión.', code: 'sin_sesion' }, { status: 401 })
  const { validateToken } = MANAGER
  await editPlan(createPlan(), {
    updateUbicaciones: noSession,
    validateToken: (r) => (ended ? noSession() : (validateToken?.(r) as never)),
  })
  ended = true
  await pressOn('Gestamp', '{ArrowDown}')
  await button('Guardar').click()
  await expect.poll(() => location.pathname + location.search).toMatch(/^\/login\?volver=%2Fspecial/)
  await shown(/^Tu sesión ha terminado\./)
})
