import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { BASE } from '../../testing/base-answers'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { NOBODY } from '../../testing/sessions'

const ANSWER = {
  respuesta: 'Esto dicen los manuales.',
  pasajes: [
    {
      id: 'a'.repeat(16),
      title: '4. Incidencias',
      pagina: 1,
      fragmento: [
        { texto: 'Una ', marcado: false },
        { texto: 'incidencia', marcado: true },
      ],
    },
  ],
}
const log = page.getByRole('log', { name: 'Conversación' })
const open = async (answers: Answers = {}, width = 1440) =>
  openApp('/alm_assistant', { width, answers: emptyAnswers({ ...NOBODY, ...answers }) })
async function ask(question: string) {
  await page.getByRole('textbox', { name: 'Pregunta' }).fill(question)
  await pressKey('Enter')
}

test('too many questions are told, and can be asked again', async () => {
  let busy = true
  await open({
    askAsistente: () =>
      busy
        ? refuse({ status: 429, error: 'Demasiados intentos. Espere un poco y vuelva a probar.' })
        : ANSWER,
  })
  await ask('incidencias')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Demasiados intentos\. Espere un poco y vuelva a probar\./)
  busy = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(log.getByRole('link', { name: /4\. Incidencias, página 1/ })).toBeVisible()
})

test('says plainly when the manuals say nothing', async () => {
  await open({
    askAsistente: () => ({
      respuesta: 'No he encontrado nada sobre eso en los manuales.',
      pasajes: [],
    }),
  })
  await ask('¿Cuál es la capital de Francia?')
  await expect.element(log).toMatchTextContent(/No he encontrado nada sobre eso en los manuales\./)
  expect(document.querySelector('blockquote')).toBeNull()
  await expect
    .element(page.getByRole('link', { name: 'Ver todos los manuales' }))
    .toHaveAttribute('href', '/Manuales')
})

test('an answer is accessible, and has room on a phone', async () => {
  await open({ askAsistente: () => ANSWER }, 390)
  await ask('¿Qué significa Posible extravío?')
  await expect.poll(() => document.querySelector('blockquote')).not.toBeNull()
  expectNoOverflow()
  await expectAccessible()
})

test('an outside assistant that does not answer is told apart', async () => {
  await open({
    getInstalacion: (r) =>
      ({ ...(BASE.getInstalacion?.(r) as object), chatbotUrl: 'http://127.0.0.1:1/chat' }) as never,
  })
  await expect.element(page.getByText('No se ha podido cargar: Asistente')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})
