import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PreferenciasAviso } from '#contract/avisos/avisos/avisos'
import { TIPOS_AVISO } from '#contract/avisos/avisos/values'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { OPERARIO } from '../../testing/sessions'
import { expectToast } from '../../testing/toasts'

const canales = Object.fromEntries(
  TIPOS_AVISO.map((t) => [t, { app: 'ya', correo: 'no', push: 'no' }]),
) as PreferenciasAviso['canales']
const CHOSEN: PreferenciasAviso = {
  canales,
  silencio: { desde: '22:00', hasta: '06:00' },
  familias: [],
  ubicaciones: [],
}
const open = async (answers: Answers = {}) =>
  openApp('/perfil', {
    answers: emptyAnswers({
      getUser: () => ({ user: OPERARIO, empresa: 1 }),
      getPreferencias: () => CHOSEN,
      getCorreo: () => ({ correo: 'olga@planta.example', pendiente: null }),
      ...answers,
    }),
  })
const form = page.getByRole('form', { name: 'Qué avisos recibe' })

test('what one wants to be told is chosen and sent', async () => {
  const { asked } = await open({ setPreferencias: ({ body }) => body as PreferenciasAviso })
  const save = form.getByRole('button', { name: 'Guardar avisos' })
  await expect.element(save).toBeDisabled()
  await form.getByRole('checkbox', { name: 'Golpe: en la aplicación' }).click()
  await form.getByRole('combobox', { name: 'Batería baja: por correo' }).click()
  await page.getByRole('option', { name: 'Resumen del día' }).click()
  await form.getByRole('switch', { name: 'Guardar silencio' }).click()
  await save.click()
  await expectToast('Avisos guardados')
  await expect
    .element(form.getByRole('combobox', { name: 'Batería baja: por correo' }))
    .toHaveTextContent('Correo: resumen del día')
  const sent = asked.find((a) => a.name === 'setPreferencias')?.request.body as PreferenciasAviso
  expect(sent.canales.golpe).toEqual({ app: 'no', correo: 'no', push: 'no' })
  expect(sent.canales.bateria).toEqual({ app: 'ya', correo: 'dia', push: 'no' })
  expect(sent.silencio).toBeNull()
})

test('an address that is wrong, and a wrong password, are said in the form', async () => {
  const said = [
    () => refuse({ status: 400, error: 'La dirección de correo no es válida.', campo: 'correo' }),
    () => refuse({ status: 400, error: 'La contraseña actual no es correcta.', campo: 'password' }),
    () => ({ correo: null, pendiente: 'nueva@planta.example' }),
  ]
  let pendiente: string | null = null
  await open({
    getCorreo: () => ({ correo: null, pendiente }),
    setCorreo: () => {
      if (said.length === 1) pendiente = 'nueva@planta.example'
      return (said.shift() as () => never)()
    },
  })
  const card = page.getByRole('region', { name: 'Correo' })
  await card.getByRole('button', { name: 'Añadir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dirección de correo' })
  const send = dialog.getByRole('button', { name: 'Enviar el enlace' })
  await dialog.getByLabelText('Correo').fill('nueva@planta.example')
  await dialog.getByLabelText('Contraseña', { exact: true }).fill('otra-clave-99')
  await send.click()
  await expect.element(dialog.getByText('La dirección de correo no es válida.')).toBeVisible()
  await send.click()
  await expect.element(dialog.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await expectAccessible(dialog.element())
  await send.click()
  await expect.element(card.getByText(/Falta confirmar nueva@planta\.example/)).toBeVisible()
})
