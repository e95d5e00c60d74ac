import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { catchDownloads, chooseFile } from '../../testing/files'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { OPERARIO } from '../../testing/sessions'
import { expectToast } from '../../testing/toasts'

const form = page.getByRole('form', { name: 'Datos de la cuenta' })
const field = (name: string) => form.getByLabelText(name, { exact: true })
const update = form.getByRole('button', { name: 'Actualizar' })
const dialog = page.getByRole('dialog')
const photo = () => document.querySelector('form[aria-label="Datos de la cuenta"] img')

async function open(answers: Answers = {}) {
  const app = await openApp('/perfil', {
    answers: emptyAnswers({
      getUser: () => ({ user: OPERARIO, empresa: 1 }),
      updateUser: ({ body }) => ({ message: 'x', user: { ...OPERARIO, ...(body as object) } }),
      ...answers,
    }),
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return app
}

/** A picture as a camera makes it. */
async function draw(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  brush.fillStyle = '#c33'
  brush.fillRect(0, 0, width / 2, height)
  return new File([await canvas.convertToBlob()], 'foto.png', { type: 'image/png' })
}
const choose = (file: File) => chooseFile(document.querySelector('input[type=file]'), file)

// cubre: producto 9, perfil 1, validacion 13
test('the name is changed, and shows in the bar at once', async () => {
  const { asked } = await open()
  await field('Nombre').fill('   ')
  await expect.element(update).toBeDisabled()
  await field('Nombre').fill('Nerea Ñáñez')
  await pressKey('Enter')
  await expectToast('Datos actualizados correctamente')
  await expect.element(page.getByRole('button', { name: 'Menú de usuario: Nerea Ñáñez' })).toBeVisible()
  expect(asked.find((a) => a.name === 'updateUser')?.request.body).toEqual({ nombre: 'Nerea Ñáñez' })
})

test('a photo is shown before it is sent', async () => {
  const { asked } = await open()
  await expect.element(field('Nombre')).toHaveValue('Olga Operaria')
  choose(await draw(1600, 900))
  await expect.poll(() => photo()?.getAttribute('src')).toMatch(/^blob:/)
  expect(asked.map((a) => a.name)).not.toContain('updateUser')
  await form.getByRole('button', { name: 'Quitar foto' }).click()
  await expect.poll(photo).toBeNull()
})

test('what is no picture is said to be none', async () => {
  await open()
  await expect.element(field('Nombre')).toHaveValue('Olga Operaria')
  choose(new File(['hola'], 'foto.jpg', { type: 'image/jpeg' }))
  await expect
    .element(form.getByRole('alert'))
    .toHaveTextContent('Ese archivo no es una imagen que se pueda leer.')
})

// cubre: perfil 3, validacion 12, errores 7 35
test('passwords that differ are not sent; a wrong one is refused; the right one is taken', async () => {
  const said: (() => ReturnType<NonNullable<Answers['changePassword']>>)[] = [
    () => refuse({ status: 400, error: 'La contraseña actual no es correcta.', campo: 'current_password' }),
    () => new Response('<h1>502</h1>', { status: 502 }),
    () => ({ ok: true, message: 'x', token: 'renewed' }),
  ]
  const { asked } = await open({ changePassword: () => (said.shift() as (typeof said)[0])() })
  await field('Contraseña nueva').fill('pasillo-norte-41')
  await update.click()
  await expect.element(page.getByText('Las contraseñas nuevas no coinciden.')).toBeVisible()
  expect(asked.filter((a) => a.name === 'changePassword')).toEqual([])
  await field('Confirmar contraseña nueva').fill('pasillo-norte-41')
  await field('Contraseña actual').fill('no es esta')
  await update.click()
  await expect.element(page.getByText(/^Error al cambiar la contraseña\./)).toBeVisible()
  await expect.element(page.getByText(/La contraseña actual no es correcta\.$/).first()).toBeVisible()
  await update.click()
  await expect.element(page.getByText('Error al cambiar la contraseña', { exact: true })).toBeVisible()
  await field('Contraseña actual').fill('rodillo-verde-77')
  await update.click()
  await expectToast('Datos actualizados correctamente')
  await expect.element(field('Contraseña actual')).toHaveValue('')
  expect(localStorage.getItem('token')).toBe('renewed')
  expect(asked.filter((a) => a.name === 'changePassword').at(-1)?.request.body).toEqual({
    current_password: 'rodillo-verde-77',
    new_password: 'pasillo-norte-41',
  })
})

test('another session is seen and ended', async () => {
  const session = (id: string, agente: string) => ({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    creada: '2026-11-02T10:00:00+01:00',
    usada: '2026-11-02T10:00:00+01:00',
    direccion: '10.0.0.1',
    agente,
    actual: id === '1',
  })
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
  const open_ = [session('1', navigator.userAgent), session('2', iphone)]
  await open({
    listSesiones: () => open_,
    removeSesion: ({ params }) => {
      open_.splice(
        open_.findIndex((s) => s.id === params.id),
        1,
      )
      return { ok: true }
    },
  })
  const list = page.getByRole('list', { name: 'Sesiones abiertas' })
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(2)
  expect(list.getByText('Esta sesión').elements()).toHaveLength(1)
  await list.getByRole('button', { name: 'Cerrar la sesión de Safari en iPhone' }).click()
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(1)
  expect(open_.map((s) => s.actual)).toEqual([true])
})

test('the codes of a second factor are shown once, and not lost by Esc', async () => {
  const saved = catchDownloads()
  let refused = true
  await open({
    prepareSegundoFactor: () => {
      if (refused) {
        refused = false
        return refuse({ status: 400, error: 'La contraseña actual no es correcta.', campo: 'password' })
      }
      return { secreto: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Retorna:olga?secret=JBSWY3DPEHPK3PXP' }
    },
    activateSegundoFactor: () => ({ codigos: Array.from({ length: 10 }, (_, i) => `AAAA-000${i}`) }),
  })
  await page.getByRole('region', { name: 'Segundo factor' }).getByRole('button', { name: 'Activar' }).click()
  await dialog.getByLabelText('Contraseña', { exact: true }).fill('no es esta')
  await pressKey('Enter')
  await expect.element(dialog.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await dialog.getByLabelText('Contraseña', { exact: true }).fill('rodillo-verde-77')
  await pressKey('Enter')
  await expect.element(dialog.getByAltText(/^Código QR/)).toBeVisible()
  await expect
    .element(dialog.getByLabelText('Clave para escribirla a mano', { exact: true }))
    .toMatchTextContent(/JBSW/)
  await dialog.getByLabelText('Código de verificación').fill('123456')
  await pressKey('Enter')
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(10)
  await expectAccessible(dialog.element())
  await dialog.getByRole('button', { name: 'Descargar' }).click()
  expect(saved[0]?.name).toBe('retorna-codigos.txt')
  expect(await saved[0]?.text()).toContain('AAAA-0009')
  await pressKey('Escape')
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Los he guardado' }).click()
  await expect.poll(() => dialog.elements()).toEqual([])
})

test('an administrator who owes a second factor is told so', async () => {
  await open({
    validateToken: () => ({
      ok: true,
      status: 'ok',
      empresa: 1,
      modo: 'completo',
      inicio: 'mapa',
      pendiente: 'segundo_factor',
      user: { ...OPERARIO, rol: 'admin', is_admin: true },
    }),
  })
  await expect.element(page.getByText(/necesitan un segundo factor en esta instalación/)).toBeVisible()
})

// cubre: errores 39
test('that the account could not be read is said, and it is asked for again', async () => {
  let fails = true
  await open({
    getUser: () =>
      fails
        ? refuse({ status: 400, error: 'La base de datos no responde.' })
        : { user: OPERARIO, empresa: 1 },
  })
  await expect.element(page.getByText('Error al obtener datos del usuario')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(form).toBeVisible()
})

// cubre: errores 8 36-37
test('what keeps the account or its photo from being saved is said', async () => {
  const said = [
    () => refuse({ status: 500, error: 'La base de datos no responde.' }),
    () => new Response('<h1>502</h1>', { status: 502 }),
  ]
  await open({
    updateUser: () => (said.shift() as (typeof said)[0])(),
  })
  await update.click()
  await expect.element(page.getByText(/^Hubo un problema al actualizar los datos\./)).toBeVisible()
  await expect.element(page.getByText(/La base de datos no responde\.$/)).toBeVisible()
  await update.click()
  await expect.element(page.getByText('Error al actualizar el usuario')).toBeVisible()
  choose(await draw(20, 20))
  await expect.poll(() => photo()?.getAttribute('src')).toMatch(/^blob:/)
  await update.click()
  // An upload does not go to the fake server: nobody takes it.
  await expect.element(page.getByText(/^Error al subir la imagen/)).toBeVisible()
})

// cubre: errores 38
test('a photo that does not come is said', async () => {
  await open({
    getUser: () => ({ user: { ...OPERARIO, foto_perfil: `/nada/${'0'.repeat(32)}.jpg` }, empresa: 1 }),
  })
  await expect.element(page.getByText('Error al obtener la imagen de perfil')).toBeVisible()
})
