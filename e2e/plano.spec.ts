import { expect, type Page, test } from '@playwright/test'
import type { Plano, Ubicacion } from '../contract/ubicaciones'
import { expectAccesible, expectSinDesborde } from './accesible'
import { entrarComo } from './entrar'

const ONCE = [
  'Gestamp',
  'Descarga Llenos',
  'Almacén Lleno',
  'En Consumo',
  'Almacén Vacío',
  'Carga Vacíos',
  'Control de Calidad',
  'Reparación',
  'Limpieza',
  'Expedición',
  'Montaje Bruto',
]
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const nodos = (page: Page) => page.locator('[data-nodo]')
const nodo = (page: Page, nombre: string) => page.getByRole('button', { name: new RegExp(`^${nombre}: `) })
const plano = async (page: Page, empresa = 1): Promise<Plano> =>
  (await page.request.get(`/api/ubicaciones?empresa=${empresa}`)).json()

async function abrir(page: Page, { ruta = '/special', cuenta = 'operario' } = {}) {
  await entrarComo(page, cuenta)
  await page.goto(ruta)
  await expect(page.getByRole('heading', { name: /^Plano de planta/, level: 1 })).toBeVisible()
}

/** What an admin changes is company 3's, which has nothing but what the test gives it. */
async function abrirDeTres(page: Page, con: 'nada' | 'once') {
  await entrarComo(page, 'admin')
  await page.goto('/')
  await page.evaluate(() => sessionStorage.setItem('retorna.empresa', '3'))
  let p = await plano(page, 3)
  for (const u of p.data) {
    const { version } = await plano(page, 3)
    await page.request.delete(`/api/ubicaciones/${u.id}?version=${version}`)
  }
  p = await plano(page, 3)
  if (p.imagen) await page.request.delete(`/api/plano_imagen?empresa=3&version=${p.version}`)
  if (con === 'once') {
    const { version } = await plano(page, 3)
    await page.request.post('/api/ubicaciones/por_defecto', { data: { empresa: 3, version } })
  }
  await page.goto('/special')
  await expect(page.getByRole('heading', { name: 'Plano de planta · Logística Llanada' })).toBeVisible()
}
async function editar(page: Page) {
  await abrirDeTres(page, 'once')
  await page.getByRole('button', { name: 'Editar plano' }).click()
  await expect(page.getByRole('toolbar', { name: 'Edición del plano' })).toBeVisible()
}
const sitio = async (page: Page, nombre: string) => {
  const u = (await plano(page, 3)).data.find((d) => d.nombre === nombre) as Ubicacion
  return [u.nodo_x, u.nodo_y]
}
/** Counts that stand still: the simulator moves the real ones. */
const cuentas = (page: Page, json: () => object) =>
  page.route('**/api/contar_dispositivos*', (r) => r.fulfill({ json: json() }))

test('eleven nodes with their counts, joined by the five arrows', async ({ page }) => {
  await cuentas(page, () => ({
    '20014': { 'Almacén Lleno': 34, Gestamp: 1, 'En Tránsito': 6 },
    '41001': { 'Almacén Lleno': 5, 'En Consumo': 2 },
    '99999': { 'Almacén Lleno': 7 },
  }))
  await abrir(page)
  await expect(nodos(page)).toHaveCount(11)
  for (const nombre of ONCE) await expect(nodo(page, nombre)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Almacén Lleno: 34 contenedores' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Gestamp: 1 contenedor', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'En Tránsito: 6 contenedores' })).toBeVisible()
  const flechas = await page
    .locator('[data-flecha]')
    .evaluateAll((gs) => gs.map((g) => g.getAttribute('data-flecha')))
  expect(flechas).toEqual([
    'Descarga Llenos>Almacén Lleno',
    'Almacén Lleno>En Consumo',
    'En Consumo>Almacén Vacío',
    'Almacén Vacío>Descarga Llenos',
    'Descarga Llenos>Gestamp',
  ])
  await page.getByRole('button', { name: 'Montaje Final', exact: true }).click()
  await expect(page).toHaveURL(/montaje=final/)
  await expect(page.getByRole('button', { name: 'Almacén Lleno: 5 contenedores' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Almacén Lleno: 34 contenedores' })).toBeVisible()
})

test('the family can be chosen for Montaje Bruto alone, and is 20014', async ({ page }) => {
  await abrir(page)
  const familia = page.getByRole('combobox', { name: 'Familia' })
  await expect(familia).toHaveText('Familia 20014')
  await familia.click()
  await expect(page.getByRole('option')).toHaveText(['20014'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Montaje Final', exact: true }).click()
  await expect(familia).toHaveAttribute('aria-disabled', 'true')
})

test('a node opens the inventory of its place and family; by keyboard too', async ({ page }) => {
  await abrir(page)
  await nodo(page, 'Almacén Lleno').click()
  await expect(page).toHaveURL(/\/poc-status\?/)
  const filtros = new URL(page.url()).searchParams
  expect([filtros.get('ubicacion'), filtros.get('familia')]).toEqual(['Almacén Lleno', '20014'])
  await page.goBack()
  await page.getByRole('button', { name: 'Montaje Final', exact: true }).click()
  await nodo(page, 'En Consumo').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/poc-status\?ubicacion=En\+?(%20)?Consumo&montaje=final$/)
  await page.getByRole('button', { name: 'Quitar Montaje: Final' }).click()
  await expect(page).toHaveURL(/\/poc-status\?ubicacion=En\+?(%20)?Consumo$/)
})

test('a container that goes from place to place is seen on its way, unless motion is unwelcome', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  let n = 34
  await cuentas(page, () => ({ '20014': { 'Almacén Lleno': n, 'En Consumo': 40 - n } }))
  await abrir(page)
  await expect(nodo(page, 'Almacén Lleno')).toHaveAccessibleName('Almacén Lleno: 34 contenedores')
  const visto = page.waitForSelector('[data-viaje]', { state: 'attached' })
  n = 33
  // The live feed asks again by itself; the button makes sure.
  await page.getByRole('button', { name: 'Recargar' }).click()
  await visto
  await expect(nodo(page, 'En Consumo')).toHaveAccessibleName('En Consumo: 7 contenedores')
  await expect(page.locator('[data-viaje]')).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => {
    const w = window as unknown as { viajes: number }
    w.viajes = 0
    new MutationObserver(() => {
      w.viajes += document.querySelectorAll('[data-viaje]').length
    }).observe(document.body, { childList: true, subtree: true })
  })
  n = 32
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(nodo(page, 'En Consumo')).toHaveAccessibleName('En Consumo: 8 contenedores')
  expect(await page.evaluate(() => (window as unknown as { viajes: number }).viajes)).toBe(0)
})

test('a company without locations is offered the eleven', async ({ page }) => {
  await abrirDeTres(page, 'nada')
  await expect(page.getByText('Esta empresa no tiene ubicaciones')).toBeVisible()
  await page.getByRole('button', { name: 'Crear las 11 ubicaciones' }).click()
  await expect(nodos(page)).toHaveCount(11)
  expect((await plano(page, 3)).data.map((u) => u.nombre)).toEqual(ONCE)
})

test('nodes are moved by keyboard and by hand, undone, redone and stored', async ({ page }) => {
  await editar(page)
  const [x0, y0] = await sitio(page, 'Gestamp')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  const antes = await nodo(page, 'Limpieza').boundingBox()
  if (!antes) throw new Error('no node')
  await page.mouse.move(antes.x + 40, antes.y + 20)
  await page.mouse.down()
  await page.mouse.move(antes.x + 100, antes.y - 40, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('2 sin guardar')).toBeVisible()
  const despues = await nodo(page, 'Limpieza').boundingBox()
  expect(Math.round((despues?.x ?? 0) - antes.x)).toBe(60)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  expect(Math.round((await nodo(page, 'Limpieza').boundingBox())?.x ?? 0)).toBe(Math.round(antes.x))
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('2 sin guardar')).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Plano guardado')).toBeVisible()
  const [x1, y1] = await sitio(page, 'Gestamp')
  expect([(x1 ?? 0) - (x0 ?? 0), (y1 ?? 0) - (y0 ?? 0)].map((d) => d.toFixed(3))).toEqual(['0.010', '0.050'])
  await page.reload()
  await expect(nodos(page)).toHaveCount(11)
})

test('moves are discarded only after a question, and not lost by leaving', async ({ page }) => {
  await editar(page)
  const previo = await sitio(page, 'Expedición')
  await nodo(page, 'Expedición').focus()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('link', { name: 'Eventos' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/\/special/)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('toolbar', { name: 'Edición del plano' })).toHaveCount(0)
  expect(await sitio(page, 'Expedición')).toEqual(previo)
})

test('a location is added, renamed and removed', async ({ page }) => {
  await editar(page)
  await page.getByRole('button', { name: 'Añadir ubicación' }).click()
  const nueva = page.getByRole('dialog', { name: 'Nueva ubicación' })
  await nueva.getByLabel('Nombre').fill('gestamp')
  await nueva.getByRole('button', { name: 'Añadir' }).click()
  await expect(nueva.getByRole('alert')).toHaveText('Ya hay una ubicación «gestamp».')
  await nueva.getByLabel('Nombre').fill('Muelle 12')
  await nueva.getByRole('button', { name: 'Añadir' }).click()
  await expect(nodo(page, 'Muelle 12')).toBeVisible()
  await nodo(page, 'Muelle 12').click()
  const ficha = page.getByRole('dialog', { name: 'Muelle 12' })
  await expect(ficha.getByText('La empresa no tiene lectores.')).toBeVisible()
  await ficha.getByLabel('Nombre').fill('Muelle 13')
  await ficha.getByRole('button', { name: 'Guardar' }).click()
  await expect(nodo(page, 'Muelle 13')).toBeVisible()
  await nodo(page, 'Muelle 13').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(nodo(page, 'Muelle 13')).toHaveCount(0)
  expect((await plano(page, 3)).data.map((u) => u.nombre)).toEqual(ONCE)
})

test('readers are put at a location', async ({ page }) => {
  await entrarComo(page, 'admin')
  const registrado = await page.request.post('/api/update_device_details', {
    data: {
      mac_serie: 'C3E2E0000003',
      tipo_dispositivo: 'Reader',
      apodo: 'LEC-E2E',
      estado: 'Activado',
      empresa: 3,
    },
  })
  expect(registrado.ok()).toBe(true)
  await editar(page)
  await nodo(page, 'Reparación').click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'LEC-E2E' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Ubicación guardada')).toBeVisible()
  const taller = (await plano(page, 3)).data.find((u) => u.nombre === 'Reparación')
  expect(taller?.lectores.map((l) => l.apodo)).toEqual(['LEC-E2E'])
  const { data } = await (await page.request.get('/api/devices?name=LEC-E2E&empresa=3')).json()
  await page.request.post('/api/delete_devices', { data: { ids: data.map((d: { id: number }) => d.id) } })
})

test('what another admin changed meanwhile is told, and the moves are kept', async ({ page }) => {
  await editar(page)
  const { version, data } = await plano(page, 3)
  const limpieza = data.find((u) => u.nombre === 'Limpieza')
  await page.request.put(`/api/ubicaciones/${limpieza?.id}`, {
    data: { version, nombre: 'Lavadero', planta: '', grupo: 'servicio' },
  })
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Guardar' }).click()
  const aviso = page.getByRole('alertdialog', { name: 'El plano ha cambiado' })
  await expect(aviso).toContainText('Otra persona ha cambiado el plano mientras tanto.')
  const previo = await sitio(page, 'Gestamp')
  await aviso.getByRole('button', { name: 'Recargar plano' }).click()
  await expect(nodo(page, 'Lavadero')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Plano guardado')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).not.toEqual(previo)
})

test('a picture takes the place of the drawing, and the drawing comes back', async ({ page }) => {
  await editar(page)
  const archivo = page.locator('input[type=file]')
  await archivo.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toHaveText('La imagen debe ser PNG, JPEG o WebP.')
  await archivo.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: PNG })
  const imagen = page.locator('img[src^="/api/plano_imagen"]')
  await expect(imagen).toBeAttached()
  expect(await imagen.evaluate((i: HTMLImageElement) => i.decode().then(() => i.naturalWidth))).toBe(1)
  await page.getByRole('button', { name: 'Imagen' }).click()
  await page.getByRole('menuitem', { name: 'Volver al plano dibujado' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar imagen' }).click()
  await expect(imagen).toHaveCount(0)
  expect((await plano(page, 3)).imagen).toBeNull()
})

test('who is no admin cannot edit; what fails says why and is tried again', async ({ page }) => {
  let falla = true
  await page.route('**/api/ubicaciones*', (r) =>
    falla
      ? r.fulfill({ status: 400, json: { error: 'No se pudo leer el plano.', code: 'mal' } })
      : r.continue(),
  )
  await entrarComo(page, 'operario')
  await page.goto('/special')
  await expect(page.getByText('No se pudo leer el plano.')).toBeVisible()
  falla = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(nodos(page)).toHaveCount(11)
  await expect(page.getByRole('button', { name: 'Editar plano' })).toHaveCount(0)
})

test('on a phone the plan scrolls and grows within its frame, and the nodes are a list too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await abrir(page)
  await expectSinDesborde(page)
  const marco = page.getByRole('region', { name: 'Plano', exact: true })
  const largo = () => marco.evaluate((m) => m.scrollWidth)
  await expect.poll(largo).toBeGreaterThan(800)
  const antes = await largo()
  await page.getByRole('button', { name: 'Acercar el plano' }).click()
  await expect.poll(largo).toBeGreaterThan(antes * 1.2)
  const lista = page.getByRole('region', { name: 'En el plano' })
  await expect(lista.getByRole('button')).toHaveCount(11)
  await lista.getByRole('button', { name: /^En Consumo: / }).click()
  await expect(page).toHaveURL(/\/poc-status\?/)
})

test('is found in the menu', async ({ page }) => {
  await entrarComo(page, 'operario')
  await page.goto('/status')
  await page.getByRole('button', { name: 'Datos antiguos' }).click()
  await page.getByRole('menuitem', { name: 'Plano de planta' }).click()
  await expect(nodos(page)).toHaveCount(11)
})

test('no accessibility violations', async ({ page }) => {
  await abrir(page)
  await expect(nodos(page)).toHaveCount(11)
  await expectAccesible(page)
  await editar(page)
  await expectAccesible(page)
  await nodo(page, 'Gestamp').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccesible(page)
})
