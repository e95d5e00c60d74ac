import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import type { Answers } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { NOBODY, sessionAs, tokenOf } from '../../testing/sessions'

const MAC = '112233445566'
const open = async (answers: Answers, width = 1440) =>
  openApp(`/Public?mac=${MAC}`, {
    width,
    answers: emptyAnswers({ publicDevice: () => ({ mac: MAC, Apodo: '20014-7' }), ...answers }),
  })
const password = page.getByLabelText('Contraseña', { exact: true })
const onward = page.getByRole('link', { name: 'Abrir en el alta' })

// cubre: publica 1 3
test('shows mac and nickname, and leads on to the panel by a login', async () => {
  await open({ ...NOBODY, login: () => ({ ...tokenOf({ modo: 'panel' }), token: 'x' }) }, 390)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('20014-7')
  await expect.element(page.getByText(MAC, { exact: true })).toBeVisible()
  expect(onward.elements()).toEqual([])
  await expectAccessible()
  await page.getByLabelText('Usuario', { exact: true }).fill('planta5')
  await password.fill('retorna')
  await pressKey('Enter')
  await expect.poll(() => location.pathname + location.search).toBe(`/PanelDisp?mac=${MAC}`)
  await expect.element(page.getByLabelText('MAC o número de serie')).toHaveValue(MAC)
})

// cubre: publica 2
for (const [who, answers] of [
  ['an operator', sessionAs()],
  ['the people of a panel', sessionAs({ modo: 'panel', empresa: 5 })],
] as const)
  test(`${who} who are in already go on without a password`, async () => {
    await open(answers)
    await expect.element(onward).toBeVisible()
    expect(password.elements()).toEqual([])
    await onward.click()
    await expect.poll(() => location.pathname + location.search).toBe(`/PanelDisp?mac=${MAC}`)
    await expect.element(page.getByLabelText('MAC o número de serie')).toHaveValue(MAC)
  })

// cubre: control 1-2
test('Control leads to the registration and to the map', async () => {
  await openApp('/Control', { answers: emptyAnswers() })
  await page.getByRole('button', { name: 'Dar de alta contenedor' }).click()
  await expect.poll(() => location.pathname).toBe('/PanelDisp')
  history.back()
  await page.getByRole('button', { name: 'Control de activo' }).click()
  await expect.poll(() => location.pathname).toBe('/')
})

test('Control offers no registration to who only looks', async () => {
  await openApp('/Control', { answers: emptyAnswers(sessionAs({ rol: 'lectura' })) })
  await expect.element(page.getByRole('button', { name: 'Control de activo' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Dar de alta contenedor' }).elements()).toEqual([])
})
