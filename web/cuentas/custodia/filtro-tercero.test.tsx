import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Saldo } from '#contract/cuentas/custodia/custodia'
import { FiltroTercero } from './filtro-tercero'

const saldos = [{ tercero: { id: 7, nombre: 'Norte' } }] as Saldo[]
const draw = (tercero: number | undefined, de: Saldo[] | undefined = saldos) =>
  renderToStaticMarkup(<FiltroTercero saldos={de} tercero={tercero} change={async () => {}} />)

test('the partner that a list is filtered by is always told, and nothing without one', () => {
  expect(draw(7)).toContain('aria-label="Quitar Tercero: Norte"')
  // Another company's, or not loaded yet: the list is filtered all the same.
  expect(draw(8)).toContain('aria-label="Quitar Tercero: nº 8"')
  expect(draw(7, [])).toContain('Quitar Tercero: nº 7')
  expect(draw(undefined)).toBe('')
})
