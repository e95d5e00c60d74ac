import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { entrarComo } from './entrar'

const AVISO_INCIDENCIAS =
  /^¡Aviso de Incidencias! {2}Ha habido \d+ incidencias en \d+ contenedores diferentes\.$/
const GRUPO = /^Grupo de [\d.]+ dispositivos/

type Fila = { Apodo: string | null; Dispositivo: string; TipoDispositivo: string; Lat: number; Lon: number }

/** Asks the API what the screen ought to show. */
async function flota(
  page: Page,
  query: Record<string, string> = {},
): Promise<{ data: Fila[]; total: number }> {
  const params = {
    minlat: '-85',
    minlon: '-180',
    maxlat: '85',
    maxlon: '180',
    page: '1',
    per_page: '1000',
    ...query,
  }
  return (await page.request.get('/api/devices_in_bounds', { params })).json()
}

const filas = (page: Page) => page.getByRole('grid', { name: 'Dispositivos visibles' }).locator('tbody tr')
const marcadores = (page: Page) => page.locator('.marcador-caja button:not([inert])')

async function abrirMapa(page: Page, ruta = '/') {
  await entrarComo(page, 'admin')
  await page.goto(ruta)
  await expect(filas(page).first()).toBeVisible()
  await expect(marcadores(page).first()).toBeVisible()
}

async function cerrarAvisos(page: Page) {
  const cerrar = page.getByRole('button', { name: 'Cerrar aviso' })
  while (await cerrar.count()) await cerrar.first().click()
}

test('starts on the plant, with the table of what is visible and how many of how many', async ({ page }) => {
  await abrirMapa(page)
  const { total } = await flota(page)
  await expect(page.getByText(new RegExp(`de ${total.toLocaleString('es')}$`)).first()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Apodo',
    'TipoDispositivo',
    'UltimoRegistro',
    'Detalles',
  ])
  expect(await filas(page).count()).toBeLessThanOrEqual(25)
  expect(new URL(page.url()).search).toBe('')
})

test('filters live in the address, and back undoes them', async ({ page }) => {
  await abrirMapa(page)
  const apodo = (await flota(page, { tipo: 'SmartBle' })).data[0]?.Apodo ?? ''
  await page.getByPlaceholder('Buscar Apodo').fill(apodo)
  await expect(page).toHaveURL(/buscar=/)
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'Reader' }).click()
  await expect(page).toHaveURL(/tipo=Reader/)
  await expect(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtro de tipo' }).click()
  await expect(filas(page).first()).toContainText(apodo)
  await page.goBack()
  await expect(page).toHaveURL(/tipo=Reader/)
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(page).not.toHaveURL(/buscar|tipo/)
  await expect(page.getByPlaceholder('Buscar Apodo')).toHaveValue('')
})

test('sorts and pages on the server', async ({ page }) => {
  await abrirMapa(page)
  await page.getByRole('columnheader', { name: 'Apodo' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Apodo' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sentido=desc/)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect(filas(page)).toHaveCount(10)
  const primera = await filas(page).first().textContent()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await expect(filas(page).first()).not.toHaveText(primera ?? '')
  await page.goBack()
  await expect(filas(page).first()).toHaveText(primera ?? '')
})

test('an empty part of the map says so and leads to the whole fleet', async ({ page }) => {
  await entrarComo(page, 'admin')
  await page.goto('/?lat=36.5&lon=-30&zoom=9')
  await expect(page.getByText('No hay dispositivos visibles en esta zona del mapa.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver toda la flota' }).click()
  const { total } = await flota(page)
  const texto = total.toLocaleString('es')
  await expect(page.getByText(`${texto} de ${texto}`, { exact: true })).toBeVisible()
})

test('details open from a row, say what is known, and close with back or Esc', async ({ page }) => {
  await abrirMapa(page)
  const boton = page.getByRole('button', { name: /^Detalles de / }).first()
  await boton.click()
  const dialogo = page.getByRole('dialog')
  await expect(dialogo).toBeVisible()
  for (const linea of ['Tipo de dispositivo', 'Último registro', 'Visto por', 'Posible Estado', 'Movimiento'])
    await expect(dialogo.getByText(linea, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/detalle=/)
  await page.goBack()
  await expect(dialogo).toBeHidden()
  await boton.click()
  await page.keyboard.press('Escape')
  await expect(dialogo).toBeHidden()
  await expect(boton).toBeFocused()
  await expect(page).not.toHaveURL(/detalle/)
})

test('an address with details opens them', async ({ page }) => {
  await entrarComo(page, 'admin')
  const uno = (await flota(page, { tipo: 'SmartBle' })).data.find((d) => d.Apodo)
  await page.goto(`/newMap?detalle=${uno?.Dispositivo}`)
  await expect(page.getByRole('dialog', { name: uno?.Apodo ?? '' })).toBeVisible()
})

test('a nickname centres the map on its device and lights it', async ({ page }) => {
  await abrirMapa(page)
  const apodo = await filas(page).first().getByRole('button').first().textContent()
  const uno = (await flota(page)).data.find((d) => d.Apodo === apodo)
  await filas(page).first().getByRole('button').first().click()
  await expect(page).toHaveURL(/zoom=1[7-9]/)
  const url = new URL(page.url())
  expect(Number(url.searchParams.get('lat'))).toBeCloseTo(uno?.Lat ?? 0, 3)
  expect(Number(url.searchParams.get('lon'))).toBeCloseTo(uno?.Lon ?? 0, 3)
  await expect(page.locator('.marcador-caja [data-encendido]')).toHaveCount(1)
})

test('rows light their marker and markers their rows', async ({ page }) => {
  await abrirMapa(page)
  await filas(page).nth(1).hover()
  await expect(page.locator('.marcador-caja [data-encendido]')).toHaveCount(1)
  await page.locator('.marcador-caja [data-encendido]').hover({ force: true })
  await expect(filas(page).nth(1)).toHaveAttribute('data-resaltada', 'true')
})

test('groups part on a click, and list their members where they cannot', async ({ page }) => {
  await abrirMapa(page, '/?zoom=9')
  await cerrarAvisos(page)
  const grupo = page.getByRole('button', { name: GRUPO })
  await expect(grupo.first()).toBeVisible()
  for (let i = 0; i < 10 && !(await page.getByRole('dialog').isVisible()); i++) {
    const antes = page.url()
    await grupo.first().click()
    await expect(async () => {
      expect(page.url() !== antes || (await page.getByRole('dialog').isVisible())).toBe(true)
    }).toPass()
    if (!(await grupo.count())) return
  }
  const lista = page.getByRole('dialog')
  await expect(lista.getByRole('heading', { name: /dispositivos en este punto/ })).toBeVisible()
  await lista.locator('tbody').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('the keyboard walks the rows and opens one', async ({ page }) => {
  await abrirMapa(page)
  await filas(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(filas(page).nth(1)).toBeFocused()
  await expect(filas(page).nth(1)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d|Sin datos/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the splitter is dragged, moved with arrows, and remembered', async ({ page }) => {
  await abrirMapa(page)
  const barra = page.getByRole('separator')
  await barra.focus()
  await page.keyboard.press('ArrowRight')
  await expect(barra).toHaveAttribute('aria-valuenow', '52')
  const caja = await barra.boundingBox()
  await page.mouse.move(caja?.x ?? 0, 300)
  await page.mouse.down()
  await page.mouse.move(500, 300, { steps: 4 })
  await page.mouse.up()
  const puesto = await barra.getAttribute('aria-valuenow')
  expect(Number(puesto)).toBeLessThan(45)
  await page.reload()
  await expect(barra).toHaveAttribute('aria-valuenow', puesto ?? '')
})

for (const [opcion, nombre] of [
  ['Excel (.xlsx)', 'dispositivos_visibles.xlsx'],
  ['PDF (.pdf)', 'dispositivos_visibles.pdf'],
] as const)
  test(`exports what is visible as ${nombre}`, async ({ page }) => {
    await abrirMapa(page)
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [descarga] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: opcion }).click(),
    ])
    expect(descarga.suggestedFilename()).toBe(nombre)
    expect((await readFile(await descarga.path())).length).toBeGreaterThan(0)
  })

test('an export that fails says why', async ({ page }) => {
  await page.route('**/api/export_dispositivos_visibles*', (r) =>
    r.fulfill({ status: 500, json: { error: 'No se pudo crear el archivo.', code: 'interno' } }),
  )
  await abrirMapa(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect(page.getByText('Error al descargar Excel: No se pudo crear el archivo.')).toBeVisible()
})

test('a failing list offers to try again', async ({ page }) => {
  let falla = true
  await page.route('**/api/devices_in_bounds*', (r) =>
    falla
      ? r.fulfill({ status: 400, json: { error: 'La lista no se puede leer.', code: 'mal' } })
      : r.continue(),
  )
  await entrarComo(page, 'admin')
  await page.goto('/')
  await expect(marcadores(page).first()).toBeVisible()
  await expect(page.getByText('La lista no se puede leer.')).toBeVisible()
  // The map has come to rest, and with it what is asked for.
  await page.waitForTimeout(800)
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(filas(page).first()).toBeVisible()
})

test('incidents are told once per session', async ({ page }) => {
  await page.route('**/api/get_resumen_incidencias*', (r) =>
    r.fulfill({ json: { totalIncidencias: 7, contenedoresUnicos: 4 } }),
  )
  await abrirMapa(page)
  await expect(page.getByText(AVISO_INCIDENCIAS)).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar aviso' }).first().click()
  await page.reload()
  await expect(filas(page).first()).toBeVisible()
  await expect(page.getByText(AVISO_INCIDENCIAS)).toBeHidden()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: 'Ver Incidencias' }).click()
  await expect(page).toHaveURL(/\/incidencias$/)
})

test('without the tile service the built-in map is drawn and said so', async ({ page }) => {
  await page.route('**/api/ajustes', async (r) => {
    const ajustes = await (await r.fetch()).json()
    await r.fulfill({ json: { ...ajustes, tileStyleUrl: 'https://teselas.invalid/style.json' } })
  })
  await abrirMapa(page)
  await expect(page.getByText('Mapa base sin conexión')).toBeVisible({ timeout: 8_000 })
  await expect(page.locator('.rotulo-mapa').first()).toBeAttached()
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`accessibility, ${colorScheme}`, () => {
    test.use({ colorScheme })
    test('screen and details have no violations', async ({ page }) => {
      await abrirMapa(page)
      await page.waitForTimeout(500)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page
        .getByRole('button', { name: /^Detalles de / })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForTimeout(300)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    })
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('map and list are two tabs; the list is cards', async ({ page }) => {
    await entrarComo(page, 'admin')
    await page.goto('/')
    await expect(marcadores(page).first()).toBeVisible()
    await page.getByRole('tab', { name: /^Lista/ }).click()
    const tarjetas = page.getByRole('list', { name: 'Dispositivos visibles' }).getByRole('listitem')
    await expect(tarjetas.first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await tarjetas.first().getByRole('button').first().click()
    await expect(page.getByRole('tab', { name: 'Mapa' })).toHaveAttribute('aria-selected', 'true')
  })
})
