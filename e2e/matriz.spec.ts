import { expect, type Page } from '@playwright/test'
import { comoAdmin, createCuenta, enter } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'

const ROLES = [
  'nadie',
  'operario',
  'admin',
  'calidad',
  'consulta',
  'encargada',
  'planta4',
  'planta5',
  'planta6',
  'pendiente',
] as const
type Rol = (typeof ROLES)[number]
type Acceso = 'entrada' | 'abierta' | 'perfil' | 'panel' | 'alta' | 'sesion' | 'admin'

/** Every route of the specification, with the accounts that can open it. */
const RUTAS: [ruta: string, acceso: Acceso][] = [
  ['/login', 'entrada'],
  ['/Public', 'entrada'],
  ['/alm_assistant', 'entrada'],
  ['/Manuales', 'abierta'],
  ['/perfil', 'perfil'],
  ['/PanelDisp', 'alta'],
  ['/no/existe', 'panel'],
  ['/', 'sesion'],
  ['/newMap', 'sesion'],
  ['/poc-status', 'sesion'],
  ['/NewData', 'sesion'],
  ['/incidencias', 'sesion'],
  ['/graphics', 'sesion'],
  ['/inventory', 'sesion'],
  ['/status', 'sesion'],
  ['/Logistics', 'sesion'],
  ['/special', 'sesion'],
  ['/Control', 'sesion'],
  ['/secret', 'sesion'],
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
  if (acceso === 'alta') return rol === 'consulta' ? '/' : ruta
  if (rol.startsWith('planta')) return '/PanelDisp'
  return acceso === 'admin' && rol !== 'admin' && rol !== 'encargada' ? '/' : ruta
}

async function walk(page: Page, rol: Rol): Promise<void> {
  for (const [ruta, acceso] of RUTAS) {
    await page.goto(ruta)
    await expect
      .poll(() => new URL(page.url()).pathname, { message: `${rol} → ${ruta}` })
      .toBe(destino(ruta, acceso, rol))
    await expect(page.getByRole('main')).not.toBeEmpty()
    await expect(page).toHaveTitle(/^[A-ZÁÉÍÓÚ¿].* · Retorna$/)
  }
}

// cubre: rutas 1-17 19, roles 2
for (const rol of ROLES.filter((r) => r !== 'pendiente'))
  test(`${rol}: every route leads where it should`, async ({ page }) => {
    test.setTimeout(180_000)
    if (rol !== 'nadie') await enterAs(page, rol)
    await walk(page, rol)
  })

test('an administrator who owes a second factor only reaches the profile', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const cuenta = await createCuenta(browser, { is_admin: true })
  // The setting is global and other tests run in parallel, so only the answer to this page is changed.
  await page.route('**/api/validate_token', async (r) => {
    const res = await r.fetch()
    await r.fulfill({ response: res, json: { ...(await res.json()), pendiente: 'segundo_factor' } })
  })
  await enter(page, cuenta.username)
  await walk(page, 'pendiente')
  await page.goto('/perfil')
  await expect(page.getByText(/necesitan un segundo factor en esta instalación/)).toBeVisible()
  await comoAdmin(browser, (api) => api.delete(`/api/usuarios/${cuenta.id}`))
})
