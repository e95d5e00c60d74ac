import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FilaMerma, Merma } from '#contract/cuentas/perdidas/merma'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { plain } from '../../testing/plain'
import { rows } from '../../testing/rows'
import { askedOf, choose, expectAddress, expectNoText, expectText, press } from '../../testing/steps'
import { openLosses } from './fixtures'

const SUM: Merma['total'] = {
  declarados: 4,
  recuperados: 1,
  perdidos: 3,
  centimos: 30_000,
  parque: 120,
  merma: 0.025,
  bajo: 0.012,
  alto: 0.04,
  pocos: false,
  parte: 1,
  entradas: null,
  por_mil: null,
}
const YEAR: Merma = {
  anio: 2026,
  anios: [2026, 2025],
  desde: '2026-03-01T00:00:00+01:00',
  hasta: '2026-11-28T00:00:00+01:00',
  completo: false,
  contado: true,
  filas: [{ ...SUM, clave: '20014', nombre: '20014' }],
  total: SUM,
}
const LOST: FilaMerma = {
  mac: 'AC0000000001',
  Apodo: '20014-1',
  Familia: '20014',
  empresa: 1,
  declarado: '2026-11-01T10:00:00+01:00',
  persona: { id: 7, nombre: 'Olga Operaria' },
  visto: '2026-10-01T10:00:00+02:00',
  Ubicacion: 'Muelle',
  etapa: 'Llenos',
  tercero: null,
  centimos: 10_000,
  recuperado: null,
}
const open = (address: string, getMerma: () => Merma = () => YEAR, width = 1440) =>
  openLosses(address, { getMerma, listMerma: () => ({ data: [LOST], total: 3 }) }, width)

test('what is lost of the pool in a year leads to its containers, and back', async () => {
  const app = await open('/perdidas')
  await page.getByRole('tab', { name: 'Merma al año' }).click()
  await expectAddress({ vista: 'merma' })
  await expectText(/no es un año entero, y la merma no se extrapola/)
  await expect
    .element(page.getByRole('status', { name: 'Totales' }))
    .toHaveTextContent('merma de 2026: 2,5 %')
  expect(rows().map((r) => plain(r.textContent))).toEqual([
    'Total413300,00 €1202,5 % (1,2 a 4 %)100 %',
    '20014413300,00 €1202,5 % (1,2 a 4 %)100 %',
  ])
  await page.getByRole('link', { name: 'Perdidos, en total: 3' }).click()
  await expectAddress({ que: 'perdidos', clave: null })
  await expect
    .poll(() => askedOf(app, 'listMerma').at(-1)?.query)
    .toMatchObject({ anio: '2026', que: 'perdidos' })
  await expect
    .element(page.getByRole('status', { name: 'Totales' }))
    .toMatchTextContent('perdidos en 2026: 3')
  await expect.element(page.getByRole('link', { name: '20014-1' }).first()).toBeVisible()
  await press('Volver a la tabla')
  await expectAddress({ que: null })
})

test.each([
  ['etapa', 'Por etapa', /en la etapa donde se oyeron por última vez/],
  ['tercero', 'Por tercero', /en la cuenta en la que estaban/],
] as const)('the losses are told apart by %s', async (por, option, note) => {
  const app = await open('/perdidas?vista=merma')
  await choose('Separar por', option)
  await expectAddress({ por })
  await expectText(note)
  await expect.poll(() => askedOf(app, 'getMerma').at(-1)?.query.por).toBe(por)
  await expectAccessible()
})

test('on a phone the losses of the year are cards', async () => {
  await open('/perdidas?vista=merma', undefined, 390)
  await expect
    .element(page.getByRole('listitem').filter({ hasText: '2,5 % (1,2 a 4 %)' }).first())
    .toBeVisible()
  expectNoOverflow()
})

test('before the first count of the year it says so', async () => {
  let counted = false
  const app = await open('/perdidas?vista=merma', () => ({
    ...YEAR,
    contado: counted,
    filas: counted ? YEAR.filas : [],
  }))
  const counting = 'La merma se está contando: estará dentro de un minuto'
  await expectText(counting)
  expectNoOverflow()
  counted = true
  await app.queryClient.invalidateQueries({ queryKey: ['perdidas'] })
  await expectNoText(counting)
})
