import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { expectAccessible } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { MANAGER } from '../../testing/sessions'
import { askedOf, choose, expectAddress, expectText, press } from '../../testing/steps'
import { countOf, openCounts } from './fixtures'

const PARTNER: Tercero = {
  id: 4,
  empresa: 1,
  nombre: 'Prensas Abadiño',
  clase: 'cliente',
  lugares: [],
  salidas: [],
  personas: [],
  mensual: null,
}
const lastAsked = (app: Awaited<ReturnType<typeof openCounts>>) => askedOf(app, 'listRecuentos').at(-1)?.query

test('the list, its filters in the address, and a row that opens its document', async () => {
  const app = await openCounts('/recuentos?estado=por_revisar', {
    listFamilies: () => ({ data: ['20014'] }),
    listTerceros: () => ({ data: [PARTNER] }),
  })
  await expect.element(page.getByRole('status', { name: 'Totales' })).toHaveTextContent('1')
  await expect.element(page.getByRole('combobox', { name: 'Estado' })).toHaveTextContent('Por revisar')
  expect(lastAsked(app)?.estado).toBe('por_revisar')
  await choose('Ubicación', 'Muelle')
  await choose('Familia', '20014')
  await choose('Tercero', 'Prensas Abadiño')
  await expectAddress({ lugar: 'Muelle', familia: '20014', tercero: 'Prensas Abadiño' })
  await expect
    .poll(() => lastAsked(app))
    .toMatchObject({ ubicacion: 'Muelle', familia: '20014', tercero: 'Prensas Abadiño' })
  await press('Limpiar')
  await expectAddress({ estado: null, lugar: null })
  await page.getByRole('link', { name: 'Muelle' }).click()
  await expect.poll(() => location.pathname).toBe('/recuentos/12')
})

test('whether another person signs is set beside the filters, by who administers', async () => {
  let firma = false
  const app = await openCounts('/recuentos', {
    ...MANAGER,
    getAjusteRecuentos: () => ({ firma }),
    setAjusteRecuentos: ({ body }) => {
      ;({ firma } = body as { firma: boolean })
      return { firma }
    },
  })
  const label = page.getByText('Los firma otra persona')
  await expect.element(label).toBeVisible()
  const middle = (e: Element) => {
    const { y, height } = e.getBoundingClientRect()
    return Math.round(y + height / 2)
  }
  await expect
    .poll(() => middle(label.element()) - middle(page.getByRole('button', { name: 'Limpiar' }).element()))
    .toBe(0)
  await page.getByLabelText('Los firma otra persona').click()
  await expectText('Cada recuento lo firmará otra persona')
  expect(askedOf(app, 'setAjusteRecuentos').map((r) => r.body)).toEqual([{ empresa: 1, firma: true }])
})

test('the agreement with readers by place', async () => {
  await openCounts('/recuentos', {
    listAcuerdos: () => ({
      data: [
        {
          empresa: 1,
          lugar: 'Muelle',
          recuentos: [{ id: 12, cerrado: '2026-11-27T09:30:00+01:00', acuerdan: 3, comparados: 4 }],
        },
      ],
    }),
  })
  await press('Acuerdo')
  const dialog = page.getByRole('dialog', { name: 'Acuerdo con los lectores' })
  await expect.element(dialog.getByRole('region', { name: 'Muelle' })).toMatchTextContent(/75/)
  await expectAccessible(dialog.element())
})

test.each([
  ['Una ubicación', 'Ubicación', 'Nave', { ubicacion: 3 }],
  ['Una familia', 'Familia', '20014', { familia: '20014' }],
  ['Lo que tiene un tercero', 'Tercero', 'Prensas Abadiño', { tercero: 4 }],
] as const)('a count of «%s» is opened', async (kind, field, option, expected) => {
  const app = await openCounts('/recuentos', {
    listFamilies: () => ({ data: ['20014'] }),
    listTerceros: () => ({ data: [PARTNER] }),
    createRecuento: () => countOf(30, { estado: 'abierto', cerrado: null, cerro: null, cifras: null }),
  })
  await press('Nuevo recuento')
  const dialog = page.getByRole('dialog', { name: 'Nuevo recuento' })
  if (kind !== 'Una ubicación') await choose('Se cuenta', kind, dialog)
  await expect.element(dialog.getByRole('button', { name: 'Empezar' })).toBeDisabled()
  await choose(field, option, dialog)
  await press('Empezar', dialog)
  await expect.poll(() => location.pathname).toBe('/recuentos/30')
  expect(askedOf(app, 'createRecuento').map((r) => r.body)).toEqual([{ empresa: 1, nota: null, ...expected }])
})

test('a place that is being counted already is told', async () => {
  await openCounts('/recuentos', {
    createRecuento: () => refuse({ status: 409, code: 'ya_abierto', error: 'Ya se está contando.' }),
  })
  await press('Nuevo recuento')
  const dialog = page.getByRole('dialog', { name: 'Nuevo recuento' })
  await choose('Ubicación', 'Nave', dialog)
  await press('Empezar', dialog)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Ya se está contando.')
  await expectAccessible(dialog.element())
})
