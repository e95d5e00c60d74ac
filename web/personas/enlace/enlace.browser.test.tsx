import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { NOBODY } from '../../testing/sessions'

const wrong = () =>
  refuse({ status: 400, error: 'El enlace no es válido, ya se ha usado o ha caducado.', code: 'enlace' })

test('a link that leaves the mails and is not good says so, without a session', async () => {
  await openApp('/baja?t=1.nada', { answers: emptyAnswers({ ...NOBODY, leaveCorreo: wrong }) })
  await page.getByRole('button', { name: 'Dejar de recibirlos' }).click()
  await expect.element(page.getByRole('heading', { name: 'El enlace no funciona' })).toBeVisible()
  await expectAccessible()
})

test('a link that confirms an address and is not good says so, without a session', async () => {
  await openApp('/correo?token=nada', { answers: emptyAnswers({ ...NOBODY, confirmCorreo: wrong }) })
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect.element(page.getByText(/El enlace no es válido, ya se ha usado o ha caducado/)).toBeVisible()
  await expectAccessible()
})
