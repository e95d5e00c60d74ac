import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { BASE } from '../../testing/base-answers'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { NOBODY, tokenOf } from '../../testing/sessions'
import { expectToast } from '../../testing/toasts'

const login: Answers['login'] = () => ({ ...tokenOf(), token: 'of-change' })
const open = async (address = '/login', answers: Answers = {}) => {
  const app = await openApp(address, { answers: emptyAnswers({ ...NOBODY, login, ...answers }) })
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  return app
}
const user = page.getByLabelText('Usuario', { exact: true })
const password = page.getByLabelText('Contraseña', { exact: true })
const button = page.getByRole('button', { name: 'Iniciar sesión' })

async function write(username = 'operario', clave = 'retorna') {
  await user.fill(username)
  await password.fill(clave)
}
/** The colours of the toast: which is the most of red, green and blue. */
function strongest(e: Element | null): string {
  const [r = 0, g = 0, b = 0] = (getComputedStyle(e as Element).backgroundColor.match(/[\d.]+/g) ?? []).map(
    Number,
  )
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
}
const toast = () => document.querySelector('.MuiSnackbar-root [role]')

/** Runs `work` with timers that only move when it says so. */
async function withTimers(work: () => Promise<void>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await work()
  } finally {
    vi.useRealTimers()
  }
}

// cubre: login 3-5, constantes 6
test('welcomes, stays 1.5 s and goes to Control; the welcome leaves after 3 s', async () => {
  await open()
  await write()
  await withTimers(async () => {
    await pressKey('Enter')
    await expectToast('¡Te damos la bienvenida, Olga Operaria!')
    expect(strongest(toast())).toBe('green')
    vi.advanceTimersByTime(1_400)
    expect(location.pathname).toBe('/login')
    vi.advanceTimersByTime(200)
    await expect.poll(() => location.pathname).toBe('/Control')
    vi.advanceTimersByTime(1_200)
    expect(toast()).not.toBeNull()
    vi.advanceTimersByTime(400)
  })
  await expect.poll(toast).toBeNull()
  expect(localStorage.getItem('token')).toBe('of-change')
})

// cubre: errores 1-2, constantes 5
test('says that user or password are wrong, in an alert and for 3 s in a toast', async () => {
  await open('/login', {
    login: () => refuse({ status: 401, error: 'x', code: 'credenciales' }),
  })
  await write('nadie', 'no-es-esta')
  await withTimers(async () => {
    await button.click()
    await expect.element(page.getByText('Usuario o contraseña incorrectos', { exact: true })).toBeVisible()
    await expectToast('Usuario o contraseña incorrectos.')
    expect(strongest(toast())).toBe('red')
    expect(toast()?.getAttribute('role')).toBe('alert')
    vi.advanceTimersByTime(2_800)
    expect(toast()).not.toBeNull()
    vi.advanceTimersByTime(400)
  })
  await expect.poll(toast).toBeNull()
  await expect.element(page.getByText('Usuario o contraseña incorrectos', { exact: true })).toBeVisible()
  expect(location.pathname).toBe('/login')
})

// cubre: login 6
test('goes to PanelDisp when a mac was given', async () => {
  await open('/PanelDisp?mac=112233445566')
  await write()
  await button.click()
  await expect.poll(() => location.pathname + location.search).toBe('/PanelDisp?mac=112233445566')
})

test('a link survives the login', async () => {
  await open('/causas?buscar=20014-008')
  await write()
  await pressKey('Enter')
  await expect.poll(() => location.pathname + location.search).toBe('/causas?buscar=20014-008')
})

test('where somebody was when their session ended survives the login', async () => {
  await open('/login?motivo=caducada&volver=%2Fcausas%3Fbuscar%3D20014-009')
  await expect.element(page.getByText(/Tu sesión ha terminado/)).toBeVisible()
  await write()
  await pressKey('Enter')
  await expect.poll(() => location.pathname + location.search).toBe('/causas?buscar=20014-009')
})

test('tells too many attempts, a lost connection and an address that keeps no session apart', async () => {
  const error = 'Abre Retorna en https://retorna.example: aquí no se puede guardar la sesión.'
  const said = [
    () => refuse({ status: 429, error: 'x', code: 'demasiados' }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => refuse({ status: 403, error, code: 'sin_https' }),
  ]
  await open('/login', { login: () => (said.shift() ?? said[0])?.() as never })
  await write()
  await pressKey('Enter')
  await expect.element(page.getByText(/Demasiados intentos seguidos\. Espera/)).toBeVisible()
  await button.click()
  await expect.element(page.getByText(/No hay conexión con el servidor\. Comprueba/)).toBeVisible()
  await button.click()
  await expect.element(page.getByText(error)).toBeVisible()
})

// cubre: login 2
test('shows and hides the password', async () => {
  await open()
  await password.fill('secreta')
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

// cubre: login 1
test('fills in a demo account', async () => {
  const { asked } = await open('/login', {
    getInstalacion: (r) => ({ ...(BASE.getInstalacion?.(r) as object), demo: true }) as never,
  })
  await page.getByRole('button', { name: 'calidad' }).click()
  await expect.element(user).toHaveValue('calidad')
  await button.click()
  await expect
    .poll(() => asked.find((a) => a.name === 'login')?.request.body)
    .toEqual({ username: 'calidad', password: 'retorna' })
})

test('asks for the code of a second factor once the password is right', async () => {
  const { asked } = await open('/login', {
    login: (r) => {
      const { codigo } = r.body as { codigo?: string }
      if (codigo === '123456') return { ...tokenOf(), token: 'x' }
      return codigo
        ? refuse({
            status: 401,
            error: 'El código de verificación no es correcto.',
            code: 'segundo_factor_incorrecto',
          })
        : refuse({ status: 401, error: 'Falta el código.', code: 'segundo_factor' })
    },
  })
  await write()
  await pressKey('Enter')
  const code = page.getByLabelText('Código de verificación')
  await expect.element(code).toHaveFocus()
  await expect.element(page.getByText(/Introduce el código de verificación/)).toBeVisible()
  await code.fill('000000')
  await pressKey('Enter')
  await expect.element(page.getByText('El código de verificación no es correcto.').first()).toBeVisible()
  await code.fill('123456')
  await pressKey('Enter')
  await expect.poll(() => location.pathname).toBe('/Control')
  expect(asked.filter((a) => a.name === 'login')).toHaveLength(3)
})

test('a code of an administrator sets a new password, and says what is wrong with it', async () => {
  let good = false
  const { asked } = await open('/login', {
    resetClave: () =>
      good ? { ok: true } : refuse({ status: 400, error: 'El código no es válido o ha caducado.' }),
  })
  await page.getByRole('link', { name: 'Tengo un código para restablecer la contraseña' }).click()
  await expect.poll(() => location.search).toBe('?restablecer=1')
  await user.fill('nueva')
  await page.getByLabelText('Código', { exact: true }).fill('AAAA-BBBB-CCCC')
  await page.getByLabelText('Contraseña nueva', { exact: true }).fill('pasillo-norte-41')
  const again = page.getByLabelText('Confirmar contraseña nueva', { exact: true })
  await again.fill('otra')
  await pressKey('Enter')
  await expect.element(page.getByText('Las contraseñas nuevas no coinciden.')).toBeVisible()
  expect(asked.filter((a) => a.name === 'resetClave')).toEqual([])
  await again.fill('pasillo-norte-41')
  await pressKey('Enter')
  await expect.element(page.getByText('El código no es válido o ha caducado.')).toBeVisible()
  await expectAccessible()
  good = true
  await pressKey('Enter')
  await expectToast('Contraseña cambiada. Ya puedes iniciar sesión.')
  await expect.poll(() => location.search).toBe('')
})

test('who is in no group of the provider is told so and can ask for it', async () => {
  await open('/login?sso=sin_grupo', {
    getInstalacion: (r) => ({ ...(BASE.getInstalacion?.(r) as object), sso: 'Acero ID' }) as never,
  })
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Tu cuenta de Acero ID no está en ningún grupo con acceso a Retorna. Pide a quien lleva las cuentas de tu empresa que te añada a uno.',
    )
  await expect
    .element(page.getByRole('link', { name: 'Entrar con Acero ID' }))
    .toHaveAttribute('href', '/api/sso/entrar')
})
