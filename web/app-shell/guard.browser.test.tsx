import { Outlet } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Answers } from '../testing/answers'
import { openApp } from '../testing/open-app'
import { NOBODY, sessionAs } from '../testing/sessions'

// Where each route leads, without the screens themselves.
vi.mock('./pantalla', () => ({ pantalla: () => Outlet }))

const ROLES = {
  nadie: NOBODY,
  operario: sessionAs(),
  admin: sessionAs({ rol: 'admin' }),
  calidad: sessionAs({ empresa: 2 }),
  consulta: sessionAs({ rol: 'lectura' }),
  encargada: sessionAs({ rol: 'empresa', empresa: 2 }),
  planta4: sessionAs({ modo: 'solo_panel', empresa: 4 }),
  planta5: sessionAs({ modo: 'panel', empresa: 5 }),
  proveedor: sessionAs({ rol: 'tercero' }),
  pendiente: sessionAs({ rol: 'admin', pendiente: 'segundo_factor' }),
} satisfies Record<string, Answers>
type Rol = keyof typeof ROLES
type Acceso = 'entrada' | 'abierta' | 'perfil' | 'panel' | 'alta' | 'sesion' | 'custodia' | 'admin'

/** Every route, with the accounts that can open it. */
const RUTAS: [ruta: string, acceso: Acceso][] = [
  ['/login', 'entrada'],
  ['/Public', 'entrada'],
  ['/alm_assistant', 'entrada'],
  ['/Manuales', 'abierta'],
  ['/perfil', 'perfil'],
  ['/PanelDisp', 'alta'],
  ['/no/existe', 'panel'],
  ['/', 'sesion'],
  ['/hoy', 'sesion'],
  ['/newMap', 'sesion'],
  ['/poc-status', 'sesion'],
  ['/NewData', 'sesion'],
  ['/incidencias', 'sesion'],
  ['/contenedor/20014-1', 'sesion'],
  ['/causas', 'sesion'],
  ['/ciclo', 'sesion'],
  ['/perdidas', 'sesion'],
  ['/pilas', 'sesion'],
  ['/recuentos', 'sesion'],
  ['/graphics', 'sesion'],
  ['/inventory', 'sesion'],
  ['/status', 'sesion'],
  ['/Logistics', 'sesion'],
  ['/special', 'sesion'],
  ['/Control', 'sesion'],
  ['/secret', 'sesion'],
  ['/custodia', 'custodia'],
  ['/avisos', 'custodia'],
  ['/admin/usuarios', 'admin'],
]

/** The final address of an account that opens a route. */
function destino(ruta: string, acceso: Acceso, rol: Rol): string {
  if (acceso === 'entrada') return ruta
  if (acceso === 'abierta') return rol.startsWith('planta') ? '/PanelDisp' : ruta
  if (rol === 'nadie') return '/login'
  if (acceso === 'perfil') return ruta
  if (rol === 'pendiente') return '/perfil'
  if (acceso === 'panel') return ruta
  if (rol === 'proveedor') return acceso === 'custodia' ? ruta : '/custodia'
  if (acceso === 'alta') return rol === 'consulta' ? '/' : ruta
  if (rol.startsWith('planta')) return '/PanelDisp'
  return acceso === 'admin' && rol !== 'admin' && rol !== 'encargada' ? '/' : ruta
}

const open = (rol: Rol, address = '/perfil') => openApp(address, { answers: ROLES[rol] })

// cubre: rutas 1-17 19 24-25, roles 1-2 4
for (const rol of Object.keys(ROLES) as Rol[])
  test(`${rol}: every route leads where it should`, async () => {
    const { router } = await open(rol)
    const wrong: string[] = []
    for (const [ruta, acceso] of RUTAS) {
      await router.navigate({ to: ruta, replace: true })
      const { pathname } = router.state.location
      if (pathname !== destino(ruta, acceso, rol)) wrong.push(`${ruta} → ${pathname}`)
      await expect.poll(() => document.title).toMatch(/^[A-ZÁÉÍÓÚ¿].* · Retorna$/)
    }
    expect(wrong).toEqual([])
  })

for (const [rol, ruta, texto, llega] of [
  ['operario', '/admin/usuarios', 'Tu cuenta no puede abrir «Administración».', '/'],
  ['planta4', '/poc-status', 'Tu cuenta no puede abrir «Inventario».', '/PanelDisp'],
  ['proveedor', '/NewData', 'Tu cuenta no puede abrir «Eventos».', '/custodia'],
] as const)
  test(`${rol} is told that ${ruta} is not for them, and led on`, async () => {
    await open(rol, ruta)
    await expect.element(page.getByText(texto)).toBeVisible()
    expect(location.pathname).toBe(llega)
  })

test('who has only the panel begins there without a word', async () => {
  await open('planta4', '/')
  await expect.poll(() => location.pathname).toBe('/PanelDisp')
  await expect.poll(() => document.title).toBe('Alta de dispositivos · Retorna')
  await expect.element(page.getByText('Tu cuenta no puede abrir')).not.toBeInTheDocument()
})

test('without a session a link is kept for after the login, and so is a mac', async () => {
  await open('nadie', '/PanelDisp?mac=112233445566')
  await expect.poll(() => location.pathname).toBe('/login')
  const asked = new URLSearchParams(location.search)
  expect(asked.get('mac')).toBe('112233445566')
  expect(asked.get('volver')).toBe('/PanelDisp?mac=112233445566')
  expect(asked.get('motivo')).toBeNull()
})
