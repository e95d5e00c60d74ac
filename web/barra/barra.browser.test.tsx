import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setEmpresa } from '../lib/session/empresa'
import { type Sesion, sesionQuery } from '../lib/session/sesion'
import { expectAccessible, expectNoOverflow } from '../testing/accessible'
import { type Answers, refuse } from '../testing/answers'
import { pressKey, type } from '../testing/keys'
import { openApp } from '../testing/open-app'
import { emptyAnswers } from '../testing/sample'
import { ADMIN, sessionAs, tokenOf } from '../testing/sessions'
import { expectToast } from '../testing/toasts'

const PRINCIPALES = ['Mapa', 'Inventario', 'Eventos', 'Incidencias', 'Gráficos']
const entrada = (name: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true })
const menuUsuario = page.getByRole('button', { name: /^Menú de usuario/ })
const h1 = page.getByRole('heading', { level: 1 })
const expectPath = (path: string) => expect.poll(() => location.pathname).toBe(path)

async function open(address: string, answers: Answers = sessionAs(), width = 1440) {
  const app = await openApp(address, { width, answers: emptyAnswers(answers) })
  await expect.element(h1.first()).toBeVisible()
  return app
}

afterEach(() => setEmpresa(undefined))

const nada = { principales: false, antiguos: false, manuales: false, usuarios: false }
// cubre: barra 2-4 6-11 13
for (const [quien, answers, { principales, antiguos, manuales, usuarios }] of [
  ['an operator', sessionAs(), { principales: true, antiguos: true, manuales: true, usuarios: false }],
  ['an administrator', ADMIN, { principales: true, antiguos: true, manuales: true, usuarios: true }],
  ['a company with only the panel', sessionAs({ modo: 'solo_panel', empresa: 4 }), nada],
  ['a company of the panel', sessionAs({ modo: 'panel', empresa: 5 }), { ...nada, principales: true }],
] as const)
  test(`what ${quien} sees`, async () => {
    const { queryClient } = await open('/perfil', answers)
    const { nombre, username } = queryClient.getQueryData(sesionQuery.queryKey) as Sesion
    await expect
      .element(page.getByRole('link', { name: 'Retorna, ir al inicio' }))
      .toHaveTextContent('Retorna')
    const has = (what: { elements(): unknown[] }, is: boolean) => expect(what.elements().length > 0).toBe(is)
    for (const entry of PRINCIPALES) has(entrada(entry), principales)
    has(page.getByRole('button', { name: 'Datos antiguos' }), antiguos)
    await menuUsuario.click()
    const menu = page.getByRole('dialog', { name: 'Tu cuenta' })
    await expect.element(menu.getByText(nombre, { exact: true })).toBeVisible()
    await expect.element(menu.getByText(`Te damos la bienvenida, ${username}`)).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Perfil' })).toBeVisible()
    has(page.getByRole('menuitem', { name: 'Manuales' }), manuales)
    has(page.getByRole('menuitem', { name: 'Usuarios' }), usuarios)
    await pressKey('Escape')
    await page.viewport(390, 844)
    await expect.element(menuUsuario).toBeVisible()
    has(entrada('Mapa'), antiguos)
    has(page.getByRole('button', { name: 'Más opciones' }), antiguos)
  })

// cubre: barra 1
test('is not on the screens that stand alone', async () => {
  const { router } = await open('/Control')
  for (const to of ['/Control', '/login', '/Public', '/alm_assistant']) {
    await router.navigate({ to })
    await expect.element(h1.first()).toBeVisible()
    expect(page.getByRole('navigation').elements()).toEqual([])
  }
})

// cubre: barra 5
test('leads to the old data', async () => {
  await open('/perfil')
  for (const [nombre, destino] of [
    ['Inventario antiguo', '/inventory'],
    ['Estados', '/status'],
    ['Tabla MF', '/Logistics'],
  ] as const) {
    await page.getByRole('button', { name: 'Datos antiguos' }).click()
    await page.getByRole('menuitem', { name: nombre }).click()
    await expectPath(destino)
  }
})

// cubre: barra 12, transiciones 10
test('logout ends the session and goes to login', async () => {
  let inside = true
  const { asked, router } = await open('/perfil', {
    validateToken: () =>
      inside ? tokenOf() : refuse({ status: 401, error: 'Inicie sesión.', code: 'sin_sesion' }),
    logout: () => {
      inside = false
      return { ok: true }
    },
  })
  await menuUsuario.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expectPath('/login')
  expect(asked.map((a) => a.name)).toContain('logout')
  expect(page.getByText(/Tu sesión ha terminado/).elements()).toEqual([])
  await router.navigate({ to: '/perfil' })
  await expectPath('/login')
})

test('an administrator narrows every screen to one company', async () => {
  const { asked } = await open('/causas', ADMIN)
  await page.getByRole('button', { name: 'Empresa: Todas las empresas' }).click()
  await page.getByRole('menuitemradio', { name: 'Bilbao' }).click()
  await expect.element(page.getByRole('button', { name: 'Empresa: Bilbao' })).toBeVisible()
  await expect
    .poll(() => asked.filter((a) => a.name === 'listCausas').at(-1)?.request.query.empresa)
    .toBe('2')
  await entrada('Eventos').click()
  await expectPath('/NewData')
  await expect
    .poll(() => asked.filter((a) => a.name === 'getTableData').at(-1)?.request.query.empresa)
    .toBe('2')
  expect(sessionStorage.getItem('retorna.empresa')).toBe('2')
})

test('many companies are searched by name, by keyboard alone', async () => {
  const empresas = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    nombre: `Logística nº ${i + 1}`,
    modo: 'completo' as const,
    exigir_sso: false,
  }))
  await open('/perfil', { ...ADMIN, listEmpresas: () => empresas })
  const selector = page.getByRole('button', { name: /^Empresa:/ })
  await expect.element(selector).toBeVisible()
  ;(selector.element() as HTMLElement).focus()
  await pressKey('Enter')
  const field = page.getByRole('combobox', { name: 'Buscar empresa' })
  await expect.element(field).toHaveFocus()
  await expect.poll(() => page.getByRole('option').elements().length).toBe(31)
  await type('logistica nº 2')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(11)
  await expectAccessible(document.querySelector('.MuiPopover-root') as Element)
  await pressKey('ArrowDown', 'Enter')
  await expect.element(selector).toHaveAccessibleName('Empresa: Logística nº 20')
  await expect.element(selector).toHaveFocus()
  expect(field.elements()).toEqual([])
})

// cubre: barra 3
test('at phone width the entries are under the thumb and the rest in a sheet', async () => {
  await open('/perfil', sessionAs(), 390)
  for (const nombre of PRINCIPALES) {
    const { y, height } = entrada(nombre).element().getBoundingClientRect()
    expect(y).toBeGreaterThan(770)
    expect(height).toBeGreaterThanOrEqual(44)
  }
  await entrada('Gráficos').click()
  await expectPath('/graphics')
  await page.getByRole('button', { name: 'Más opciones' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page.getByRole('dialog').element())
  await page.getByRole('link', { name: 'Tabla MF' }).click()
  await expectPath('/Logistics')
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  expectNoOverflow()
})

test('its menu of the account is accessible', async () => {
  await open('/perfil', ADMIN)
  await menuUsuario.click()
  await expect.element(page.getByRole('menuitem', { name: 'Perfil' })).toBeVisible()
  await expectAccessible(page.getByRole('dialog').element())
})

test('an address that does not exist says so and keeps the bar', async () => {
  await open('/no/existe')
  await expect.element(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await expect.element(entrada('Mapa')).toBeVisible()
})

// cubre: rutas 22
test('a session that ends leads to login, says so, and remembers the screen', async () => {
  let inside = true
  const gone = () => refuse({ status: 401, error: 'x', code: 'sin_sesion' })
  const { asked, queryClient } = await open('/causas?buscar=20014-008', {
    validateToken: () => (inside ? tokenOf() : gone()),
    listCausas: () => (inside ? { data: [], total: 0 } : gone()),
  })
  await expect.poll(() => asked.some((a) => a.name === 'listCausas')).toBe(true)
  inside = false
  void queryClient.invalidateQueries()
  await expect.element(page.getByText(/Tu sesión ha terminado/)).toBeVisible()
  const search = new URLSearchParams(location.search)
  expect(search.get('volver')).toBe('/causas?buscar=20014-008')
  expect(search.get('motivo')).toBe('caducada')
})

test('who loses rights while a screen is open is told, and led where they may be', async () => {
  let person = tokenOf({ rol: 'admin' })
  const { asked } = await open('/admin/usuarios', {
    ...ADMIN,
    validateToken: () => person,
    listAuditoria: () => refuse({ status: 403, error: 'No puede.', code: 'prohibido' }),
  })
  person = tokenOf({ rol: 'operario' })
  await page.getByRole('tab', { name: 'Auditoría' }).click()
  await expectToast('Tus permisos han cambiado.')
  await expectPath('/')
  expect(asked.map((a) => a.name)).toContain('listAuditoria')
})

// cubre: juego 8, constantes 9
test('ten keys open the secret screen after 2 s', async () => {
  await open('/perfil')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await pressKey('ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowLeft')
    await pressKey('ArrowRight', 'b', 'a')
    await expectToast('Modo Secreto Activado')
    vi.advanceTimersByTime(1_900)
    expect(location.pathname).toBe('/perfil')
    vi.advanceTimersByTime(200)
  } finally {
    vi.useRealTimers()
  }
  await expectPath('/secret')
  await expect.element(page.getByRole('img', { name: /^Serpiente/ })).toBeVisible()
})
