import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Ciclos } from '#contract/flujo/ciclos/ciclos'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { MANAGER } from '../../testing/sessions'
import { askedOf, expectText, press } from '../../testing/steps'

const PLACES = [
  ['Almacén Vacío', 'vacios'],
  ['Almacén Lleno', 'llenos'],
  ['Línea', 'consumo'],
  ['Taller', 'servicio'],
].map(([nombre = '', grupo = ''], i) => ({ id: i + 1, nombre, planta: '', grupo }))

async function open(width = 1440) {
  let kept: Ciclos = { version: '1', ubicaciones: PLACES, familias: ['20014'], data: [] }
  const answers = emptyAnswers({
    ...MANAGER,
    listCiclos: () => kept,
    setCiclos: ({ body }) => {
      kept = { ...kept, version: '2', data: (body as Ciclos).data }
      return kept
    },
  })
  return openApp('/admin/usuarios?pestana=etapas', { answers, width, height: 844 })
}
const loop = page.getByRole('group', { name: 'Ciclo General' })
const stages = loop.getByRole('list', { name: 'Etapas de General' }).getByRole('listitem')

test('stages are proposed, a place changes its stage, and all is kept', async () => {
  const app = await open()
  await press('Proponer las etapas')
  await expect.poll(() => stages.elements().length).toBeGreaterThanOrEqual(3)
  const anchor = page.getByRole('radio', { name: 'La vuelta empieza en Consumo' })
  const use = stages.filter({ has: anchor })
  await use.getByRole('combobox', { name: 'Ubicaciones' }).click()
  await page.getByRole('option', { name: 'Almacén Lleno', exact: true }).click()
  await pressKey('Escape')
  await press('Subir Consumo', use)
  await anchor.click()
  await press('Guardar')
  await expectText(/^Etapas de .+ guardadas$/)
  const [saved] = askedOf(app, 'setCiclos').flatMap((r) => (r.body as Ciclos).data)
  const withPlace = saved?.etapas.filter((e) => e.ubicaciones.includes(2)).map((e) => e.nombre)
  expect(withPlace).toEqual(['Consumo'])
  expect(saved?.etapas.find((e) => e.ancla)?.nombre).toBe('Consumo')
})

test('a stage without a name is refused, and nothing is sent', async () => {
  const app = await open()
  await press('Proponer las etapas')
  await loop.getByRole('textbox', { name: 'Etapa' }).first().fill('')
  await press('Guardar')
  await expectText('En el ciclo «General» hay una etapa sin nombre.')
  expect(askedOf(app, 'setCiclos')).toEqual([])
})

for (const width of [1440, 390])
  test(`proposed stages are accessible, ${width} px wide`, async () => {
    await open(width)
    await press('Proponer las etapas')
    await expect.poll(() => stages.elements().length).toBeGreaterThan(0)
    await expectAccessible()
    expectNoOverflow()
  })
