import { expect } from '@playwright/test'
import { nodo, nodos, ONCE, openDeTres, plano, sitio } from './plano'
import { test } from './prueba'
import { expectToast } from './toasts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

// cubre: plano 3
test('a company gets the eleven locations; they are moved, stored and taken back, and a picture takes the place of the drawing', async ({
  page,
}) => {
  await openDeTres(page, 'nada')
  await expect(page.getByText('Esta empresa no tiene ubicaciones')).toBeVisible()
  await page.getByRole('button', { name: 'Crear las 11 ubicaciones' }).click()
  await expect(nodos(page)).toHaveCount(11)
  expect((await plano(page, 3)).data.map((u) => u.nombre)).toEqual(ONCE)

  await page.getByRole('button', { name: 'Editar plano' }).click()
  const [x0, y0] = await sitio(page, 'Gestamp')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowRight')
  const before = await nodo(page, 'Limpieza').boundingBox()
  if (!before) throw new Error('no node')
  await page.mouse.move(before.x + 40, before.y + 20)
  await page.mouse.down()
  await page.mouse.move(before.x + 100, before.y - 40, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByText('2 sin guardar')).toBeVisible()
  const despues = await nodo(page, 'Limpieza').boundingBox()
  expect(Math.round((despues?.x ?? 0) - before.x)).toBe(60)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, 'Plano guardado')
  expect(await sitio(page, 'Gestamp')).not.toEqual([x0, y0])
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Deshecho: posiciones del plano')
  expect(await sitio(page, 'Gestamp')).toEqual([x0, y0])

  const archivo = page.locator('input[type=file]')
  await archivo.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: PNG })
  const image = page.locator('img[src^="/api/plano_imagen"]')
  await expect(image).toBeAttached()
  expect(await image.evaluate((i: HTMLImageElement) => i.decode().then(() => i.naturalWidth))).toBe(1)
  await page.keyboard.press('Control+z')
  await expect(image).toHaveCount(0)
  expect((await plano(page, 3)).imagen).toBeNull()
})
