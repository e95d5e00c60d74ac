import { expect, type Page } from '@playwright/test'
import type { Hoy } from '../contract/resumen/hoy/hoy'
import { PAPELES } from '../contract/resumen/hoy/papeles-values'
import { CLAVE, createCuenta, enter, removeCuenta } from './cuentas'
import { enterAs, writeCredenciales } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const PAPEL = { width: 1040, height: 720 }
const linea = (page: Page, clave: string) => page.locator(`[data-linea=${clave}]`)
const ruta = (page: Page) => expect.poll(() => new URL(page.url()).pathname)
/** The first whole number of a text. */
const numberOf = (text: string | null) => Number((text ?? '').replace(/\.(?=\d{3})/g, '').match(/\d+/)?.[0])

/** Slow counts are ready within a minute of the start. */
async function openContada(page: Page, address: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const r = await page.request.get('/api/hoy')
        return (await r.json()).semana?.cifras.length ?? 0
      },
      { timeout: 90_000, intervals: [1000] },
    )
    .toBeGreaterThan(0)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Hoy', level: 1 })).toBeVisible()
}

test('the first entry of the bar, for a role that is remembered; each line leads to its list', {
  tag: '@main',
}, async ({ page, browser }) => {
  test.setTimeout(150_000)
  const cuenta = await createCuenta(browser)
  try {
    await enter(page, cuenta.username)
    await openContada(page, '/hoy')
    await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link').first()).toHaveText(
      'Hoy',
    )
    const papel = page.getByRole('combobox', { name: 'Para quién' })
    await expect(papel).toHaveText('Línea')
    await expect(page).toHaveURL(/papel=linea/)
    await papel.click()
    await page.getByRole('option', { name: 'Planificación' }).click()
    await expect(page).toHaveURL(/papel=planificacion/)
    // The line is counted once a minute: the list may be ahead of it.
    await expect(async () => {
      await page.goto('/hoy')
      await expect(papel).toHaveText('Planificación')
      const extravios = linea(page, 'extravios')
      const n = numberOf(await extravios.getByRole('link', { name: /ver la lista$/ }).textContent())
      expect(n).toBeGreaterThan(0)
      await extravios.getByRole('link', { name: /ver la lista$/ }).click()
      await expect(page).toHaveURL(/\/poc-status\?posible_estado=/)
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: `${n} ` })
          .first(),
      ).toBeVisible({ timeout: 10_000 })
    }).toPass()

    await page.goto('/hoy?papel=calidad')
    const nadie = linea(page, 'golpes_nadie')
    await expect(nadie).toBeVisible()
    await nadie.getByRole('link', { name: 'Repartir' }).click()
    await expect(page).toHaveURL(/\/incidencias\?.*pendientes=nadie/)
    await expect(page.getByRole('combobox', { name: 'Pendientes' })).toHaveText('No las lleva nadie')
  } finally {
    await removeCuenta(browser, cuenta.id)
  }
})

/** The maximum of /hoy: seven lines, from any roles. */
async function readLleno(page: Page): Promise<Hoy> {
  const hoys: Hoy[] = []
  for (const papel of PAPELES) hoys.push(await (await page.request.get(`/api/hoy?papel=${papel}`)).json())
  const lineas = new Map(hoys.flatMap((h) => h.lineas.map((l) => [l.clave, { ...l, hecha: null }])))
  return { ...(hoys[0] as Hoy), lineas: [...lineas.values()].slice(0, 7) }
}

test('on paper: one page, without buttons, however much there is', async ({ page }) => {
  test.setTimeout(150_000)
  await enterAs(page, 'admin')
  await openContada(page, '/hoy?papel=calidad')
  const lleno = await readLleno(page)
  expect(lleno.lineas).toHaveLength(7)
  await page.route('**/api/hoy?*', (r) => r.fulfill({ json: lleno }))
  await page.reload()
  await expect(page.getByRole('list', { name: 'Pendiente' }).getByRole('listitem')).toHaveCount(7)
  await page.setViewportSize(PAPEL)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Hecho/ })).toHaveCount(0)
  await expect(page.getByText(/^Retorna · /)).toBeVisible()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
})

test('who chose it starts there, not where a link leads elsewhere, and the map stays near', async ({
  page,
  browser,
}) => {
  const cuenta = await createCuenta(browser)
  const login = async () => {
    await writeCredenciales(page, cuenta.username, CLAVE)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  }
  try {
    await enter(page, cuenta.username)
    await page.goto('/perfil')
    await page.getByRole('radiogroup', { name: 'Al entrar, empezar en' }).getByLabel('Hoy').click()
    await expectToast(page, 'Al entrar empezarás en Hoy')
    await page.context().clearCookies()
    await page.goto('/')
    await ruta(page).toBe('/login')
    await login()
    await ruta(page).toBe('/hoy')
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Mapa' }).click()
    await ruta(page).toBe('/')
    await page.context().clearCookies()
    await page.goto('/NewData?search=20014')
    await ruta(page).toBe('/login')
    await login()
    await ruta(page).toBe('/NewData')
  } finally {
    await removeCuenta(browser, cuenta.id)
  }
})
