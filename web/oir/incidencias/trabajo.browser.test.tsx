import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { rows } from '../../testing/rows'
import { askedOf, choose, expectAddress, expectText, press } from '../../testing/steps'
import { keepIncidents, listsAsked, openIncidents, someIncidents } from './fixtures'

const views = page.getByRole('navigation', { name: 'Vistas de incidencias' })
const RANKING = {
  filas: [
    { nombre: 'Prensa', impactos: 3, llegadas: 3, por_mil: 1000 },
    { nombre: 'Almacén Lleno', impactos: 0, llegadas: 200, por_mil: 0 },
  ],
  impactos: 3,
  llegadas: 203,
}
const answers = () => ({ ...keepIncidents(someIncidents(3)).answers, getRanking: () => RANKING })

for (const width of [1440, 390])
  test(`the count of open ones leads to them, and filters live in the address, ${width} px wide`, async () => {
    const app = await openIncidents('/incidencias', answers(), { width, height: 844 })
    await views.getByRole('link', { name: '3 abiertas' }).click()
    await expectAddress({ ver: 'abiertas' })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Incidencias abiertas')
    await expect.poll(() => listsAsked(app).at(-1)).toEqual({ siempre: 'true', estado: 'abierta' })
    if (width < 900) await press('Más filtros')
    await choose('Pieza', '20014 · Puerta delantera')
    await choose('Lector', 'LEC-102')
    await choose('Ubicación', 'Prensa')
    await choose('Daño', 'Con daño')
    await choose('Pendientes', 'No las lleva nadie')
    await expect
      .poll(() => listsAsked(app).at(-1))
      .toEqual({
        siempre: 'true',
        estado: 'abierta',
        pieza: '20014',
        lector: 'LEC-102',
        ubicacion: 'Prensa',
        danio: 'si',
        pendientes: 'nadie',
      })
    await expectAddress({ danio: 'si', lector: 'LEC-102', pendientes: 'nadie' })
    if (width < 900) await expect.element(page.getByRole('button', { name: 'Más filtros (5)' })).toBeVisible()
    expectNoOverflow()
    await page.getByRole('button', { name: 'Limpiar Filtros' }).first().click()
    await expectAddress({ ver: 'abiertas', danio: null, pieza: null })
  })

test('filters of the address are asked for, and none that passes says so', async () => {
  const app = await openIncidents('/incidencias?ver=abiertas&mias=si&danio=si', {
    ...answers(),
    listIncidencias: () => [],
  })
  await expectText('Ninguna incidencia pasa los filtros')
  expect(listsAsked(app)[0]).toEqual({ siempre: 'true', estado: 'abierta', danio: 'si', mias: 'true' })
})

test('the ranking says where few arrivals mean little, and each number leads to its incidents', async () => {
  const app = await openIncidents('/incidencias?ver=ranking&desde=2026-03-01&hasta=2026-03-20', answers())
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ranking de impactos')
  await expect.poll(() => rows().length).toBe(2)
  expect(rows()[0]?.textContent).toBe('Prensa331.000,0 (pocas llegadas)')
  expect(rows()[1]?.textContent).toBe('Almacén Lleno02000,0')
  await press('Lectores')
  await expectAddress({ por: 'lector' })
  await expect.poll(() => askedOf(app, 'getRanking').at(-1)?.query.por).toBe('lector')
  await expectAccessible()
  await page.getByRole('link', { name: 'Ver los 3 impactos de Prensa' }).click()
  await expectAddress({ lector: 'Prensa', desde: '2026-03-01', hasta: '2026-03-20' })
  await expect.poll(() => listsAsked(app).at(-1)?.lector).toBe('Prensa')
})
