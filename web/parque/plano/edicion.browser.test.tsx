import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { chooseFile } from '../../testing/files'
import { createPlan, PLACES, type Plan } from '../../testing/plan'
import { button } from '../../testing/steps'
import { clickNode, editPlan, gone, node, openPlan, pressOn, rename, shown, spot, stands } from './fixtures'

const dialog = (name?: string) => page.getByRole('dialog', name ? { name } : {})
const names = (plan: Plan) => plan.now().data.map((u) => u.nombre)

test('a company without locations is offered the eleven', async () => {
  const plan = createPlan([])
  await openPlan(plan)
  await shown('Esta empresa no tiene ubicaciones')
  await button('Crear las 11 ubicaciones').click()
  await stands('Gestamp')
  expect(names(plan)).toEqual(PLACES)
})

test('a company without locations begins with its own: none at first, then one by one', async () => {
  const plan = createPlan([])
  await openPlan(plan)
  await button('Añadir las mías').click()
  await button('Añadir ubicación').click()
  await dialog()
    .getByLabelText(/^Nombre/)
    .fill('Muelle propio')
  await dialog().getByRole('button', { name: 'Añadir' }).click()
  await stands('Muelle propio')
  expect(names(plan)).toEqual(['Muelle propio'])
})

test('a company without locations takes its own from a file', async () => {
  const plan = createPlan([])
  const report = {
    filas: 2,
    nuevas: 2,
    cambiadas: 0,
    iguales: 0,
    con_error: 0,
    errores_total: 0,
    errores: [],
  }
  await openPlan(plan, {
    importUbicaciones: ({ query, file }) => {
      expect(file?.name).toBe('ubicaciones.csv')
      if (query.ensayo === 'false') plan.add({ nombre: 'Muelle propio' })
      return {
        ...report,
        ensayo: query.ensayo === 'true',
        cambios: [
          {
            ...{ linea: 2, nombre: 'Muelle propio', planta: '', grupo: 'llenos', nueva: true },
            ...{ nodo_x: 0.2, nodo_y: 0.3 },
          },
        ],
      }
    },
  })
  await button('Importar de un archivo').click()
  const importing = dialog('Importar ubicaciones')
  await expect.element(importing).toBeVisible()
  chooseFile(importing.element().querySelector('input[type=file]'), new File(['x'], 'ubicaciones.csv'))
  await expect
    .element(importing.getByRole('list', { name: 'Ubicaciones nuevas y cambiadas' }))
    .toMatchTextContent('NuevaMuelle propio · Llenos · 20 %, 30 %')
  expect(names(plan)).toEqual([])
  await button('Importar 2 ubicaciones').click()
  await shown('Ubicaciones importadas: 2')
  await stands('Muelle propio')
})

test('nodes are moved by keyboard and by hand, undone, redone and stored; what is stored is taken back', async () => {
  const plan = createPlan()
  await editPlan(plan)
  const [x0 = 0, y0 = 0] = spot(plan, 'Gestamp') as number[]
  await pressOn('Gestamp', '{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
  await shown('1 sin guardar')
  const left = () => node('Limpieza')?.getBoundingClientRect().left ?? 0
  const before = left()
  const { x, y } = (node('Limpieza') as HTMLElement).getBoundingClientRect()
  const point = (type: string, dx: number) =>
    node('Limpieza')?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, clientX: x + 40 + dx, clientY: y + 20, button: 0 }),
    )
  Object.assign(node('Limpieza') as HTMLElement, { setPointerCapture: () => {} })
  for (const [type, dx] of [
    ['pointerdown', 0],
    ['pointermove', 20],
    ['pointermove', 60],
    ['pointerup', 60],
  ] as const)
    point(type, dx)
  await shown('2 sin guardar')
  expect(dialog().elements()).toEqual([])
  expect(Math.round(left() - before)).toBe(60)
  await userEvent.keyboard('{Control>}z{/Control}')
  await shown('1 sin guardar')
  expect(Math.round(left() - before)).toBe(0)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await shown('2 sin guardar')
  await userEvent.keyboard('{Control>}z{/Control}')
  await button('Guardar').click()
  await shown('Plano guardado')
  const [x1 = 0, y1 = 0] = spot(plan, 'Gestamp') as number[]
  expect([x1 - x0, y1 - y0].map((d) => d.toFixed(3))).toEqual(['0.010', '0.050'])
  await userEvent.keyboard('{Control>}z{/Control}')
  await shown('Deshecho: posiciones del plano')
  expect(spot(plan, 'Gestamp')).toEqual([x0, y0])
})

test('moves are discarded only after a question, and not lost by leaving', async () => {
  const plan = createPlan()
  const { asked } = await editPlan(plan)
  await pressOn('Expedición', '{ArrowUp}')
  await page.getByRole('link', { name: 'Eventos' }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => question.elements()).toEqual([])
  expect(location.pathname).toBe('/special')
  await button('Descartar').click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(() => page.getByRole('toolbar').elements()).toEqual([])
  expect(asked.some((a) => a.name === 'updateUbicaciones')).toBe(false)
})

test('a location is added, renamed and removed', async () => {
  const plan = createPlan()
  await editPlan(plan)
  await expectAccessible(document.querySelector('main') as Element)
  await button('Añadir ubicación').click()
  const added = dialog('Nueva ubicación')
  await added.getByLabelText(/^Nombre/).fill('gestamp')
  await added.getByRole('button', { name: 'Añadir' }).click()
  await expect.element(added.getByRole('alert')).toHaveTextContent('Ya hay una ubicación «gestamp».')
  await added.getByLabelText(/^Nombre/).fill('Muelle 12')
  await expectAccessible(added.element())
  await added.getByRole('button', { name: 'Añadir' }).click()
  await stands('Muelle 12')
  await button('Deshacer').click()
  await gone('Muelle 12')
  await expect.element(button('Rehacer')).toBeDisabled()
  await rename('Limpieza', 'Lavadero')
  await clickNode('Lavadero')
  await dialog().getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await gone('Lavadero')
  // It has no undo, and undo must not revert an earlier change in its place.
  await expect.element(button('Deshacer')).toBeDisabled()
  expect(names(plan)).toEqual(PLACES.filter((n) => n !== 'Limpieza'))
})

test('readers are put at a location, taken back to where they were, and put there again', async () => {
  const plan = createPlan()
  plan.change({ id: 8, macs: ['A'] })
  await editPlan(plan)
  const readers = (name: string) => plan.find(name)?.lectores.map((l) => l.mac)
  await clickNode('Limpieza')
  await dialog().getByRole('checkbox', { name: /LEC-A/ }).click()
  await expectAccessible(dialog().element())
  await dialog()
    .getByLabelText(/^Nombre/)
    .fill('Lavadero')
  await dialog().getByRole('button', { name: 'Guardar' }).click()
  await stands('Lavadero')
  expect([readers('Reparación'), readers('Lavadero')]).toEqual([[], ['A']])
  await button('Deshacer').click()
  await shown('Deshecho: cambios de Limpieza')
  expect([readers('Reparación'), readers('Limpieza')]).toEqual([['A'], []])
  await button('Rehacer').click()
  await shown('Rehecho: cambios de Limpieza')
  expect([readers('Reparación'), readers('Lavadero')]).toEqual([[], ['A']])
})

test('what another admin changed meanwhile is told, and the moves are kept', async () => {
  const plan = createPlan()
  await editPlan(plan)
  plan.change({ id: 9, nombre: 'Lavadero' })
  const before = spot(plan, 'Gestamp')
  await pressOn('Gestamp', '{ArrowDown}')
  await button('Guardar').click()
  const told = page.getByRole('alertdialog', { name: 'El plano ha cambiado' })
  await expect.element(told).toMatchTextContent('Otra persona ha cambiado el plano mientras tanto.')
  expect(spot(plan, 'Gestamp')).toEqual(before)
  await told.getByRole('button', { name: 'Recargar plano' }).click()
  await stands('Lavadero')
  await button('Guardar').click()
  await shown('Plano guardado')
  expect(spot(plan, 'Gestamp')).not.toEqual(before)
})

test('whoever does not want the changes of another yet keeps what is on screen', async () => {
  const plan = createPlan()
  await editPlan(plan)
  await rename('Limpieza', 'Lavadero')
  plan.change({ id: 9, nombre: 'Túnel' })
  await button('Deshacer').click()
  const told = page.getByRole('alertdialog', { name: 'El plano ha cambiado' })
  await told.getByRole('button', { name: 'Cancelar' }).click()
  await stands('Lavadero')
  await button('Deshacer').click()
  await told.getByRole('button', { name: 'Recargar plano' }).click()
  await stands('Túnel')
  await expect.element(button('Deshacer')).toBeDisabled()
})

// cubre: plano 3
test('a picture takes the place of the drawing, and the drawing comes back; each is taken back', async () => {
  const plan = createPlan()
  await editPlan(plan)
  const field = () => document.querySelector('input[type=file]')
  const image = () => document.querySelectorAll('img[src^="/api/plano_imagen"]').length
  chooseFile(field(), new File(['<svg/>'], 'x.svg'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('La imagen debe ser PNG, JPEG o WebP.')
  chooseFile(field(), new File(['x'], 'x.png'))
  await expect.poll(image).toBe(1)
  await button('Imagen').click()
  await page.getByRole('menuitem', { name: 'Volver al plano dibujado' }).click()
  await expect.poll(image).toBe(0)
  expect(plan.now().imagen).toBeNull()
  await userEvent.keyboard('{Control>}z{/Control}')
  await shown('Deshecho: imagen del plano')
  await expect.poll(image).toBe(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(image).toBe(0)
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.poll(image).toBe(1)
})

test('what cannot be stored is told in its dialog, which keeps the keys', async () => {
  await editPlan(createPlan(), { updateUbicaciones: () => refuse({ status: 500, error: 'No va.' }) })
  await clickNode('Limpieza')
  await dialog()
    .getByLabelText(/^Nombre/)
    .fill('Lavadero')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('No va.')
  await expect.element(dialog().getByRole('button', { name: 'Guardar' })).toBeEnabled()
  expect(document.activeElement?.closest('.MuiDialog-root')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog().elements()).toEqual([])
  expect(document.activeElement).toBe(node('Limpieza'))
})
