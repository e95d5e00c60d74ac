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

test('filters in force are chips that take themselves away', async ({ page }) => {
  await abrirMapa(page, '/?buscar=20014&tipo=SmartBle')
  await page.getByRole('button', { name: 'Quitar Tipo: SmartBle' }).click()
  await expect(page).not.toHaveURL(/tipo/)
  await page.getByRole('button', { name: 'Quitar Apodo: 20014' }).click()
  await expect(page.getByPlaceholder('Buscar Apodo')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Filtros aplicados' })).toBeHidden()
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

test('markers that fail say so, and are asked for again', async ({ page }) => {
  let falla = true
  await page.route('**/api/mapa_celdas*', (r) =>
    falla
      ? r.fulfill({ status: 400, json: { error: 'No se pudo leer la base de datos.', code: 'mal' } })
      : r.continue(),
  )
  await entrarComo(page, 'admin')
  await page.goto('/')
  const aviso = page.getByRole('alert').filter({ hasText: 'No se han podido cargar los marcadores' })
  await expect(aviso).toBeVisible()
  await page.waitForTimeout(800)
  falla = false
  await aviso.getByRole('button', { name: 'Reintentar' }).click()
  await expect(marcadores(page).first()).toBeVisible()
  await expect(aviso).toBeHidden()
})

test('names on the map neither overlap nor are cut by its edge', async ({ page }) => {
  for (const zoom of [9, 12, 13, 14, 15]) {
    await abrirMapa(page, `/?zoom=${zoom}`)
    await page.waitForTimeout(400)
    const choques = await page.evaluate(() => {
      const caja = (e: Element) => e.getBoundingClientRect()
      const cajas = [...document.querySelectorAll('.lugar')].map(caja)
      const mapa = caja(document.querySelector('.mapa-caja') as Element)
      const pisa = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
      return (
        cajas.filter((a, i) => cajas.some((b, j) => j > i && pisa(a, b))).length +
        cajas.filter((a) => a.left < mapa.left || a.right > mapa.right).length
      )
    })
    expect(choques).toBe(0)
  }
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a count that changes is noticed, ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() => {
      const animate = Element.prototype.animate
      Element.prototype.animate = function (...args) {
        if (this.classList.contains('cuenta')) document.documentElement.dataset.llegadas = String(args[1])
        return animate.apply(this, args)
      }
    })
    let n = 5
    const celda = {
      lat: 42.8467,
      lon: -2.6727,
      impacto: 0,
      movimiento: 0,
      extravio: 0,
      revisar: 0,
      lectores: 0,
    }
    await page.route('**/api/mapa_celdas*', (r) =>
      r.fulfill({
        json: { celdas: [{ ...celda, n, parado: n, lugar: 'Expedición', solo: null }], total: n },
      }),
    )
    await abrirMapa(page)
    const grupo = page.getByRole('button', { name: /^Grupo de 5 / })
    await grupo.focus()
    n = 6
    await page.evaluate(() => document.documentElement.removeAttribute('data-llegadas'))
    await page.getByRole('button', { name: 'Recargar' }).dispatchEvent('click')
    const despues = page.getByRole('button', { name: /^Grupo de 6 / })
    await expect(despues).toBeFocused()
    expect(await page.evaluate(() => 'llegadas' in document.documentElement.dataset)).toBe(
      reducedMotion === 'no-preference',
    )
  })

test('a row lights up for what people care about, not for being heard again', async ({ page }) => {
  const [uno] = (
    await (async () => {
      await entrarComo(page, 'admin')
      return flota(page)
    })()
  ).data
  const oir = async (cambio: object) => {
    await page.evaluate(
      (d) => dispatchEvent(new CustomEvent('prueba-cambios', { detail: JSON.stringify(d) })),
      { recargar: false, dispositivos: [{ ...uno, ...cambio }] },
    )
  }
  await page.addInitScript(() => {
    class Fuente extends EventTarget {
      static OPEN = 1
      readyState = 1
      onopen?: () => void
      constructor() {
        super()
        setTimeout(() => this.onopen?.())
        addEventListener('prueba-cambios', (e) =>
          this.dispatchEvent(new MessageEvent('cambios', { data: (e as CustomEvent).detail })),
        )
      }
      close() {}
    }
    window.EventSource = Fuente as unknown as typeof EventSource
  })
  await page.route('**/api/devices_in_bounds*', (r) => r.fulfill({ json: { data: [uno], total: 1 } }))
  await abrirMapa(page)
  const fila = filas(page).first()
  await oir({ UltimoRegistro: new Date().toISOString(), Rssi: -41 })
  await expect(fila).toContainText('ahora')
  await expect(fila).not.toHaveAttribute('data-reciente')
  await oir({ Estado: 'Impacto' })
  await expect(fila).toHaveAttribute('data-reciente', 'true')
  await expect(fila).not.toHaveAttribute('data-reciente', { timeout: 4_000 })
})

test('rows keep their place while the list is sorted by time', async ({ page }) => {
  await abrirMapa(page, '/?orden=UltimoRegistro&sentido=desc')
  const apodos = () => filas(page).locator('td:first-child').allTextContents()
  await page.waitForTimeout(600)
  const antes = await apodos()
  await page.waitForTimeout(5_000)
  expect(await apodos()).toEqual(antes)
})

test('columns that can be chosen carry the words of the details', async ({ page }) => {
  await abrirMapa(page)
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  for (const nombre of ['Movimiento', 'Posible Estado', 'Visto por'])
    await page.getByRole('menuitemcheckbox', { name: nombre, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Apodo',
    'TipoDispositivo',
    'UltimoRegistro',
    'Movimiento',
    'Posible Estado',
    'Visto por',
    'Detalles',
  ])
  for (const caja of await Promise.all((await filas(page).all()).map((f) => f.boundingBox())))
    expect(caja?.height).toBe(36)
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
