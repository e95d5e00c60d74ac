import { expect, type Page, test } from '@playwright/test'
import { entrarComo } from './entrar'
import { abrirDeTres, editar, nodo, nodos, ONCE, plano, sitio } from './plano'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a company without locations is offered the eleven', async ({ page }) => {
  await abrirDeTres(page, 'nada')
  await expect(page.getByText('Esta empresa no tiene ubicaciones')).toBeVisible()
  await page.getByRole('button', { name: 'Crear las 11 ubicaciones' }).click()
  await expect(nodos(page)).toHaveCount(11)
  expect((await plano(page, 3)).data.map((u) => u.nombre)).toEqual(ONCE)
})

test('nodes are moved by keyboard and by hand, undone, redone and stored; what is stored is taken back', async ({
  page,
}) => {
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
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deshecho: posiciones del plano')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).toEqual([x0, y0])
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
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(nodo(page, 'Muelle 12')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Rehacer' })).toBeDisabled()
  await page.getByRole('button', { name: 'Añadir ubicación' }).click()
  await nueva.getByLabel('Nombre').fill('Muelle 12')
  await nueva.getByRole('button', { name: 'Añadir' }).click()
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
  // It could not be taken back, and what was done before is not taken back in its place.
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeDisabled()
  expect((await plano(page, 3)).data.map((u) => u.nombre)).toEqual(ONCE)
})

test('readers are put at a location, taken back to where they were, and put there again', async ({
  page,
}) => {
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
  const lectores = async (nombre: string) =>
    (await plano(page, 3)).data.find((u) => u.nombre === nombre)?.lectores.map((l) => l.apodo)
  expect(await lectores('Reparación')).toEqual(['LEC-E2E'])
  await nodo(page, 'Limpieza').click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'LEC-E2E' }).check()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Lavadero')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(nodo(page, 'Lavadero')).toBeVisible()
  expect([await lectores('Reparación'), await lectores('Lavadero')]).toEqual([[], ['LEC-E2E']])
  const deshacer = page.getByRole('button', { name: 'Deshacer' })
  await deshacer.click()
  await expect(page.getByText('Deshecho: cambios de Limpieza')).toBeVisible()
  expect([await lectores('Reparación'), await lectores('Limpieza')]).toEqual([['LEC-E2E'], []])
  await page.getByRole('button', { name: 'Rehacer' }).click()
  await expect(page.getByText('Rehecho: cambios de Limpieza')).toBeVisible()
  expect([await lectores('Reparación'), await lectores('Lavadero')]).toEqual([[], ['LEC-E2E']])
  await deshacer.click()
  await expect(nodo(page, 'Limpieza')).toBeVisible()
  await deshacer.click()
  await expect(page.getByText('Deshecho: cambios de Reparación')).toBeVisible()
  expect([await lectores('Reparación'), await lectores('Limpieza')]).toEqual([[], []])
  await expect(deshacer).toBeDisabled()
  const { data } = await (await page.request.get('/api/devices?name=LEC-E2E&empresa=3')).json()
  await page.request.post('/api/delete_devices', { data: { ids: data.map((d: { id: number }) => d.id) } })
})

test('what another admin changed meanwhile is told, and the moves are kept', async ({ page }) => {
  await editar(page)
  const { version, data } = await plano(page, 3)
  const limpieza = data.find((u) => u.nombre === 'Limpieza')
  await page.request.put('/api/ubicaciones', {
    data: { empresa: 3, version, cambios: [{ id: limpieza?.id, nombre: 'Lavadero' }] },
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

test('a picture takes the place of the drawing, and the drawing comes back; each is taken back', async ({
  page,
}) => {
  await editar(page)
  const archivo = page.locator('input[type=file]')
  await archivo.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toHaveText('La imagen debe ser PNG, JPEG o WebP.')
  await archivo.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: PNG })
  const imagen = page.locator('img[src^="/api/plano_imagen"]')
  await expect(imagen).toBeAttached()
  expect(await imagen.evaluate((i: HTMLImageElement) => i.decode().then(() => i.naturalWidth))).toBe(1)
  const puesta = (await plano(page, 3)).imagen
  await page.getByRole('button', { name: 'Imagen' }).click()
  await page.getByRole('menuitem', { name: 'Volver al plano dibujado' }).click()
  await expect(imagen).toHaveCount(0)
  expect((await plano(page, 3)).imagen).toBeNull()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deshecho: imagen del plano')).toBeVisible()
  await expect(imagen).toBeAttached()
  expect((await plano(page, 3)).imagen).toEqual(puesta)
  await page.keyboard.press('Control+z')
  await expect(imagen).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(imagen).toBeAttached()
  expect((await plano(page, 3)).imagen).toEqual(puesta)
})

/** A location gets another name: what is done to it is stored at once. */
async function renombrar(page: Page, nombre: string, nuevo: string) {
  await nodo(page, nombre).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill(nuevo)
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(nodo(page, nuevo)).toBeVisible()
}

/** The next change of locations waits until it is let go. */
async function retener(page: Page) {
  let soltar = () => {}
  const suelta = new Promise<void>((r) => {
    soltar = r
  })
  await page.route('**/api/ubicaciones', async (r) => {
    if (r.request().method() === 'PUT') await suelta
    await r.continue()
  })
  return soltar
}

test('a node that is moved back is not moved; a key held down is one step', async ({ page }) => {
  await editar(page)
  const previo = await sitio(page, 'Gestamp')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('sin guardar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeDisabled()

  await renombrar(page, 'Limpieza', 'Lavadero')
  await nodo(page, 'Gestamp').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('sin guardar')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(nodo(page, 'Limpieza')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).toEqual(previo)
})

test('what is moved while a call is on its way stays, whether it stores or takes back', async ({ page }) => {
  await editar(page)
  const previo = await sitio(page, 'Gestamp')
  await renombrar(page, 'Limpieza', 'Lavadero')
  const deshacer = page.getByRole('button', { name: 'Deshacer' })
  const soltarDeshacer = await retener(page)
  await deshacer.focus()
  await page.keyboard.press('Enter')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowDown')
  soltarDeshacer()
  await expect(nodo(page, 'Limpieza')).toBeVisible()
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  await page.unroute('**/api/ubicaciones')

  const soltarGuardar = await retener(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await nodo(page, 'Expedición').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('2 sin guardar')).toBeVisible()
  soltarGuardar()
  await expect(page.getByText('Plano guardado')).toBeVisible()
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).not.toEqual(previo)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('sin guardar')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deshecho: posiciones del plano')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).toEqual(previo)
  await expect(deshacer).toBeDisabled()
  // Whoever works with the keys goes on from the toolbar.
  await page.getByRole('button', { name: 'Rehacer' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rehecho: posiciones del plano')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('toolbar', { name: 'Edición del plano' }).locator(':focus')).toBeVisible()
})

test('what cannot be stored is told in its dialog, which keeps the keys', async ({ page }) => {
  await editar(page)
  await page.route('**/api/ubicaciones', (r) =>
    r.request().method() === 'PUT' ? r.fulfill({ status: 500, body: 'no' }) : r.continue(),
  )
  await nodo(page, 'Limpieza').click()
  const ficha = page.getByRole('dialog')
  await ficha.getByLabel('Nombre').fill('Lavadero')
  await page.keyboard.press('Enter')
  await expect(ficha.getByRole('alert')).toBeVisible()
  await ficha.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.locator('.MuiDialog-root :focus')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(ficha).toHaveCount(0)
  await expect(nodo(page, 'Limpieza')).toBeFocused()
})

test('Ctrl+Z in a list of a dialog leaves the plan alone, and so does the plan of another company', async ({
  page,
}) => {
  await editar(page)
  await nodo(page, 'Expedición').focus()
  await page.keyboard.press('ArrowUp')
  await nodo(page, 'Gestamp').click()
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  await page.keyboard.press('Control+z')
  await renombrar(page, 'Limpieza', 'Lavadero')
  for (const empresa of ['Montajes Álava', 'Logística Llanada']) {
    await page.getByRole('button', { name: /^Empresa: / }).click()
    await page.getByRole('menuitemradio', { name: empresa }).click()
    await expect(page.getByRole('heading', { name: `Plano de planta · ${empresa}` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deshacer' })).toBeDisabled()
  }
})

test('without network a change says so, and is not made later by itself', async ({ page, context }) => {
  await editar(page)
  const previo = await sitio(page, 'Gestamp')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowDown')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('toolbar').getByRole('alert')).toHaveText('No hay conexión con el servidor.')
  await context.setOffline(false)
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).toEqual(previo)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Plano guardado')).toBeVisible()
})

test('whoever does not want the changes of another yet keeps what is on screen', async ({ page }) => {
  await editar(page)
  await renombrar(page, 'Limpieza', 'Lavadero')
  const { version, data } = await plano(page, 3)
  const id = data.find((u) => u.nombre === 'Lavadero')?.id
  await page.request.put('/api/ubicaciones', {
    data: { empresa: 3, version, cambios: [{ id, nombre: 'Túnel' }] },
  })
  const aviso = page.getByRole('alertdialog', { name: 'El plano ha cambiado' })
  // To take one's own change back now would take the other's back.
  for (const boton of ['Cancelar', 'Cancelar', 'Recargar plano']) {
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await aviso.getByRole('button', { name: boton }).click()
    await expect(aviso).toHaveCount(0)
  }
  await expect(nodo(page, 'Túnel')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeDisabled()
})
