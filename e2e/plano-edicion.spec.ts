import { expect } from '@playwright/test'
import { enterAs } from './enter'
import { edit, nodo, nodos, ONCE, openDeTres, plano, sitio } from './plano'
import { test } from './prueba'
import { expectToast } from './toasts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a company without locations is offered the eleven', async ({ page }) => {
  await openDeTres(page, 'nada')
  await expect(page.getByText('Esta empresa no tiene ubicaciones')).toBeVisible()
  await page.getByRole('button', { name: 'Crear las 11 ubicaciones' }).click()
  await expect(nodos(page)).toHaveCount(11)
  expect((await plano(page, 3)).data.map((u) => u.nombre)).toEqual(ONCE)
})

test('nodes are moved by keyboard and by hand, undone, redone and stored; what is stored is taken back', async ({
  page,
}) => {
  await edit(page)
  const [x0, y0] = await sitio(page, 'Gestamp')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  const before = await nodo(page, 'Limpieza').boundingBox()
  if (!before) throw new Error('no node')
  await page.mouse.move(before.x + 40, before.y + 20)
  await page.mouse.down()
  await page.mouse.move(before.x + 100, before.y - 40, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('2 sin guardar')).toBeVisible()
  const despues = await nodo(page, 'Limpieza').boundingBox()
  expect(Math.round((despues?.x ?? 0) - before.x)).toBe(60)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  expect(Math.round((await nodo(page, 'Limpieza').boundingBox())?.x ?? 0)).toBe(Math.round(before.x))
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('2 sin guardar')).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, 'Plano guardado')
  const [x1, y1] = await sitio(page, 'Gestamp')
  expect([(x1 ?? 0) - (x0 ?? 0), (y1 ?? 0) - (y0 ?? 0)].map((d) => d.toFixed(3))).toEqual(['0.010', '0.050'])
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Deshecho: posiciones del plano')
  expect(await sitio(page, 'Gestamp')).toEqual([x0, y0])
  await page.reload()
  await expect(nodos(page)).toHaveCount(11)
})

test('moves are discarded only after a question, and not lost by leaving', async ({ page }) => {
  await edit(page)
  const previous = await sitio(page, 'Expedición')
  await nodo(page, 'Expedición').focus()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('link', { name: 'Eventos' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/\/special/)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('toolbar', { name: 'Edición del plano' })).toHaveCount(0)
  expect(await sitio(page, 'Expedición')).toEqual(previous)
})

test('a location is added, renamed and removed', async ({ page }) => {
  await edit(page)
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
  // It has no undo, and undo must not revert an earlier change in its place.
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeDisabled()
  expect((await plano(page, 3)).data.map((u) => u.nombre)).toEqual(ONCE)
})

test('readers are put at a location, taken back to where they were, and put there again', async ({
  page,
}) => {
  await enterAs(page, 'admin')
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
  await edit(page)
  await nodo(page, 'Reparación').click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'LEC-E2E' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, 'Ubicación guardada')
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
  await expectToast(page, 'Deshecho: cambios de Limpieza')
  expect([await lectores('Reparación'), await lectores('Limpieza')]).toEqual([['LEC-E2E'], []])
  await page.getByRole('button', { name: 'Rehacer' }).click()
  await expectToast(page, 'Rehecho: cambios de Limpieza')
  expect([await lectores('Reparación'), await lectores('Lavadero')]).toEqual([[], ['LEC-E2E']])
  await deshacer.click()
  await expect(nodo(page, 'Limpieza')).toBeVisible()
  await deshacer.click()
  await expectToast(page, 'Deshecho: cambios de Reparación')
  expect([await lectores('Reparación'), await lectores('Limpieza')]).toEqual([[], []])
  await expect(deshacer).toBeDisabled()
  const { data } = await (await page.request.get('/api/devices?name=LEC-E2E&empresa=3')).json()
  await page.request.post('/api/delete_devices', { data: { ids: data.map((d: { id: number }) => d.id) } })
})

test('what another admin changed meanwhile is told, and the moves are kept', async ({ page }) => {
  await edit(page)
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
  const previous = await sitio(page, 'Gestamp')
  await aviso.getByRole('button', { name: 'Recargar plano' }).click()
  await expect(nodo(page, 'Lavadero')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, 'Plano guardado')
  expect(await sitio(page, 'Gestamp')).not.toEqual(previous)
})

// cubre: plano 3
test('a picture takes the place of the drawing, and the drawing comes back; each is taken back', async ({
  page,
}) => {
  await edit(page)
  const archivo = page.locator('input[type=file]')
  await archivo.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toHaveText('La imagen debe ser PNG, JPEG o WebP.')
  await archivo.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: PNG })
  const image = page.locator('img[src^="/api/plano_imagen"]')
  await expect(image).toBeAttached()
  expect(await image.evaluate((i: HTMLImageElement) => i.decode().then(() => i.naturalWidth))).toBe(1)
  const puesta = (await plano(page, 3)).imagen
  await page.getByRole('button', { name: 'Imagen' }).click()
  await page.getByRole('menuitem', { name: 'Volver al plano dibujado' }).click()
  await expect(image).toHaveCount(0)
  expect((await plano(page, 3)).imagen).toBeNull()
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Deshecho: imagen del plano')
  await expect(image).toBeAttached()
  expect((await plano(page, 3)).imagen).toEqual(puesta)
  await page.keyboard.press('Control+z')
  await expect(image).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(image).toBeAttached()
  expect((await plano(page, 3)).imagen).toEqual(puesta)
})
