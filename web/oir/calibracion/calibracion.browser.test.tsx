import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Version } from '#contract/oir/lecturas/calibracion'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { ADMIN } from '../../testing/sessions'

const version = (n: number, ahora: number, motivo: string | null = null): Version => ({
  version: n,
  creado: '2026-11-20T10:00:00+01:00',
  activo: n === 2,
  clase: 'solo',
  autor: null,
  resumen: { lugares: 1, muestras: 9, confirmaciones: 12, antes: 12, ahora, de: null, motivo },
})
const KNOWN: Answers = {
  ...ADMIN,
  isAdmin: () => ({ is_admin: true }),
  getCalibracion: () => ({
    empresa: 1,
    ubicaciones: [
      {
        ...{ id: 1, nombre: 'Gestamp', planta: '', lectores: 2, muestras: 20, ultimo_paseo: null },
        ...{ desajuste: null, repetir: false },
      },
    ],
    versiones: [version(3, 7, 'Nombra peor las últimas confirmaciones.'), version(2, 12), version(1, 12)],
  }),
  getPaseo: () => ({ paseo: null }),
}
const open = (answers: Answers = {}, width = 1440) =>
  openApp('/admin/usuarios?pestana=calibracion&empresa=1', { width, answers: { ...KNOWN, ...answers } })
const back = () => page.getByRole('button', { name: 'Volver a esta versión' })
const of = (n: number) =>
  page
    .getByRole('list', { name: 'Versiones' })
    .getByRole('listitem')
    .filter({ hasText: `Versión ${n} ·` })

test('a version can be gone back to, once it is confirmed', async () => {
  const { asked } = await open({ restoreVersion: () => ({ version: 4 }) })
  const asks = () => asked.filter((a) => a.name === 'restoreVersion').map((a) => a.request.params)
  await expect.element(of(2)).toMatchTextContent('En uso')
  await back().click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('Los lugares se dirán según ella')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => question.elements()).toEqual([])
  expect(asks()).toEqual([])
  await back().click()
  await question.getByRole('button', { name: 'Volver' }).click()
  await expect.element(page.getByText('Vuelta a la versión 1')).toBeVisible()
  expect(asks()).toEqual([{ version: '1' }])
})

// cubre: transiciones 6
test('a version that was never in use is not one to go back to', async () => {
  await open()
  await expect.element(of(3)).toMatchTextContent('No se usa. Nombra peor las últimas confirmaciones.')
  expect(back().elements()).toHaveLength(1)
  await expect.element(of(1).getByRole('button', { name: 'Volver a esta versión' })).toBeVisible()
})

test('what cannot be loaded is said, and asked for again', async () => {
  let fails = true
  const { getCalibracion } = KNOWN
  await open({
    getCalibracion: (r) => (fails ? refuse({ status: 500, error: 'No va' }) : (getCalibracion?.(r) as never)),
  })
  await expect.element(page.getByText('No se ha podido cargar la calibración')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByRole('list', { name: 'Lugares' })).toBeVisible()
})

test('a walk with a tag that nobody knows says so; on a phone nothing sticks out', async () => {
  const error = 'No hay ningún dispositivo con esa MAC o ese apodo.'
  await open({ startPaseo: () => refuse({ status: 404, error }) }, 390)
  await page.getByRole('button', { name: 'Empezar paseo' }).click()
  await page.getByLabelText('Apodo o MAC del dispositivo').fill('no-existe')
  await page.getByRole('dialog').getByRole('button', { name: 'Empezar', exact: true }).click()
  await expect.element(page.getByText(error)).toBeVisible()
  expectNoOverflow()
  await expectAccessible()
})

test('a walk in progress fits a phone, with its clock and what to do', async () => {
  const now = new Date().toISOString()
  const stop = { ubicacion: 1, nombre: 'Gestamp', desde: now, hasta: null, segundos: 3 }
  await open(
    {
      getPaseo: () => ({
        paseo: {
          ...{ empresa: 1, dispositivo: { mac: 'AC233F000001', apodo: '20014-001' }, autor: 'Ana Admin' },
          desde: now,
          paradas: [{ ...stop, anuncios: 1, lectores: 1, muestras: 0 }],
        },
      }),
    },
    390,
  )
  await expect.element(page.getByRole('heading', { name: 'Paseo con 20014-001' })).toBeVisible()
  const here = page.getByRole('region', { name: 'Lugar de ahora' })
  await expect.element(here.getByRole('timer')).toMatchTextContent(/^2:5\d$/)
  await expect.element(here.getByText(/^Recorre despacio, girando el dispositivo:/)).toBeVisible()
  expectNoOverflow()
  await expectAccessible()
})
