import { expect, type Page } from '@playwright/test'
import type { Hoy } from '../contract/eventos/hoy'
import { PAPELES } from '../contract/valores/eventos/papeles'
import { expectAccesible, expectSinDesborde } from './accesible'
import { CLAVE, createCuenta, enter, removeCuenta } from './cuentas'
import { enterAs, writeCredenciales } from './enter'
import { test } from './prueba'
import { expectToast, holdUndo } from './toasts'

const PAPEL = { width: 1040, height: 720 }
const DOS_SEMANAS_MS = 14 * 24 * 3600_000
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

for (const width of [1440, 390])
  test(`what is done goes and comes back, ${width} px wide`, async ({ page, browser }) => {
    test.setTimeout(150_000)
    const cuenta = await createCuenta(browser)
    try {
      await page.setViewportSize({ width, height: 900 })
      await enter(page, cuenta.username)
      await openContada(page, '/hoy?papel=calidad')
      // An impact of the demonstration meanwhile would bring the line back: it is put away with room for some.
      await page.route('**/api/hoy/hechas/*', (r) => {
        if (r.request().method() !== 'PUT') return r.continue()
        return r.continue({ postData: { n: r.request().postDataJSON().n + 100 } })
      })
      const nadie = linea(page, 'golpes_nadie')
      await nadie.getByRole('button', { name: /^Hecho: / }).click()
      const dicha = page.getByRole('status').filter({ hasText: 'Hecha. Volverá si crece, o mañana.' })
      const undo = await holdUndo(page)
      await expect(nadie).toBeHidden()
      await undo.click()
      await expect(nadie).toBeVisible()
      await nadie.getByRole('button', { name: /^Hecho: / }).click()
      await expect(dicha).toBeVisible()
      await expect(nadie).toBeHidden()
      await page.reload()
      await expect(page.getByRole('list', { name: 'Pendiente' })).toBeVisible()
      await expect(nadie).toBeHidden()
      await page.getByRole('button', { name: 'Hechas (1)' }).click()
      await expectAccesible(page)
      await expectSinDesborde(page)
      await nadie.getByRole('button', { name: /^Recuperar: / }).click()
      await expect(page.getByRole('button', { name: /^Hechas/ })).toHaveCount(0)
      await expect(nadie.getByRole('link', { name: 'Repartir' })).toBeVisible()
      for (const papel of ['sistemas', 'planificacion', 'linea', 'parque', 'cliente']) {
        await page.goto(`/hoy?papel=${papel}`)
        await expect(page.getByRole('region', { name: 'Esta semana' })).toBeVisible()
        await expectSinDesborde(page)
      }
      await expectAccesible(page)
    } finally {
      await removeCuenta(browser, cuenta.id)
    }
  })

test('a figure of the week leads to as many as it says, and each of them to what happened', async ({
  page,
}) => {
  test.setTimeout(150_000)
  await enterAs(page, 'operario')
  await openContada(page, '/hoy?papel=calidad')
  const cifra = page
    .locator('[data-cifra=impactos]')
    .getByRole('link', { name: /de esta semana: ver la lista/ })
  const n = numberOf(await cifra.textContent())
  await cifra.click()
  await expect(page.getByRole('heading', { name: 'Impactos', level: 1 })).toBeVisible()
  const total = page.getByRole('status').filter({ hasText: String(n) })
  // Early on a Monday there may be no impact yet.
  await expect(n > 0 ? total.first() : page.getByText('Nada en ese tiempo')).toBeVisible()
  await expectAccesible(page)
  const anterior = new URL(page.url())
  anterior.searchParams.set('desde', new Date(Date.now() - DOS_SEMANAS_MS).toISOString())
  await page.goto(anterior.href)
  await page.getByRole('grid').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/incidencias\?incidencia=\d+/)
  await page.goto('/hoy/impactos')
  await expect(page.getByRole('heading', { name: 'Esa lista no existe' })).toBeVisible()
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

test('a company that only registers has no Hoy', async ({ page }) => {
  await enterAs(page, 'planta5')
  await page.goto('/perfil')
  const barra = page.getByRole('navigation', { name: 'Principal' })
  await expect(barra.getByRole('link', { name: 'Mapa' })).toBeVisible()
  await expect(barra.getByRole('link', { name: 'Hoy' })).toHaveCount(0)
  await page.goto('/hoy')
  await ruta(page).toBe('/PanelDisp')
})
