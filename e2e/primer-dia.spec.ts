import { expect, type Page } from '@playwright/test'
import { comoAdmin, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'

// A company without data: the screens of its users on the first day.
const EMPRESA = 900_000 + Math.floor(Math.random() * 90_000)

test.beforeAll(async ({ browser }) => {
  await comoAdmin(browser, async (api) => {
    const r = await api.post('/api/empresas', { data: { id: EMPRESA, nombre: `Vacía ${EMPRESA}` } })
    expect(r.ok()).toBe(true)
  })
})
test.afterAll(({ browser }) => comoAdmin(browser, (api) => api.delete(`/api/empresas/${EMPRESA}`)))

const empty = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('link') })

async function expectSalida(page: Page, ruta: string, ayuda: string, link: string, destino: RegExp) {
  await page.goto(ruta)
  await expect(empty(page)).toContainText(ayuda)
  await empty(page).getByRole('link', { name: link }).click()
  await expect(page).toHaveURL(destino)
}

const ALTA = ['Dar de alta un dispositivo', /\/PanelDisp$/] as const

for (const admin of [false, true])
  test(`every screen that is empty on the first day leads ${admin ? 'an administrator' : 'a user'} on`, async ({
    page,
    browser,
  }) => {
    const cuenta = await createCuenta(browser, { empresa: EMPRESA, is_admin: admin })
    await enter(page, cuenta.username)
    if (admin) {
      await page.goto('/manifest.webmanifest')
      await page.evaluate((e) => sessionStorage.setItem('retorna.empresa', String(e)), EMPRESA)
    }
    const mapa: readonly [string, RegExp] = admin ? ['Añadir un lector', /lector=nuevo/] : ALTA
    await expectSalida(page, '/', 'un contenedor está donde el lector que lo oye', ...mapa)
    const inventario = admin
      ? 'o impórtalos todos de un Excel o un CSV'
      : 'Todavía no hay ninguno: da de alta el primero.'
    await expectSalida(page, '/poc-status', inventario, ...ALTA)
    await expectSalida(page, '/inventory', 'Todavía no hay ninguno.', ...ALTA)
    await expectSalida(page, '/status', 'Todavía no hay ninguno.', ...ALTA)
    if (admin) {
      await expectSalida(page, '/NewData', 'Cuando un lector oiga', 'Ver los lectores', /pestana=lectores/)
      await page.goto('/admin/usuarios?pestana=lectores')
      await expect(page.getByText('Un lector oye los dispositivos que tiene cerca.')).toBeVisible()
      await page.getByRole('button', { name: 'Añadir lector' }).click()
      await expect(page).toHaveURL(/lector=nuevo/)
    } else await expectSalida(page, '/NewData', 'Cuando un lector oiga', 'Ver el inventario', /\/poc-status/)
    await page.goto('/graphics')
    await expect(page.getByText('Ningún contenedor estuvo en una ubicación en este periodo.')).toBeVisible()
    await removeCuenta(browser, cuenta.id)
  })
