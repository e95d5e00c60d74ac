import { expect, type Page } from '@playwright/test'
import { edit, nodo, plano, sitio } from './plano'
import { test } from './prueba'
import { expectToast } from './toasts'

/** A renamed location: such a change is stored at once. */
async function rename(page: Page, nombre: string, nuevo: string) {
  await nodo(page, nombre).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill(nuevo)
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(nodo(page, nuevo)).toBeVisible()
}

/** Holds the next change of locations until the test releases it. */
async function hold(page: Page) {
  let release = () => {}
  const suelta = new Promise<void>((r) => {
    release = r
  })
  await page.route('**/api/ubicaciones', async (r) => {
    if (r.request().method() === 'PUT') await suelta
    await r.continue()
  })
  return release
}

test('a node that is moved back is not moved; a key held down is one step', async ({ page }) => {
  await edit(page)
  const previous = await sitio(page, 'Gestamp')
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

  await rename(page, 'Limpieza', 'Lavadero')
  await nodo(page, 'Gestamp').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('sin guardar')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(nodo(page, 'Limpieza')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).toEqual(previous)
})

test('what is moved while a call is on its way stays, whether it stores or takes back', async ({ page }) => {
  await edit(page)
  const previous = await sitio(page, 'Gestamp')
  await rename(page, 'Limpieza', 'Lavadero')
  const deshacer = page.getByRole('button', { name: 'Deshacer' })
  const releaseDeshacer = await hold(page)
  await deshacer.focus()
  await page.keyboard.press('Enter')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowDown')
  releaseDeshacer()
  await expect(nodo(page, 'Limpieza')).toBeVisible()
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  await page.unroute('**/api/ubicaciones')

  const releaseGuardar = await hold(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await nodo(page, 'Expedición').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('2 sin guardar')).toBeVisible()
  releaseGuardar()
  await expectToast(page, 'Plano guardado')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  expect(await sitio(page, 'Gestamp')).not.toEqual(previous)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('sin guardar')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Deshecho: posiciones del plano')
  expect(await sitio(page, 'Gestamp')).toEqual(previous)
  await expect(deshacer).toBeDisabled()
  // A keyboard user continues from the toolbar.
  await page.getByRole('button', { name: 'Rehacer' }).focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Rehecho: posiciones del plano')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('toolbar', { name: 'Edición del plano' }).locator(':focus')).toBeVisible()
})

test('what cannot be stored is told in its dialog, which keeps the keys', async ({ page }) => {
  await edit(page)
  await page.route('**/api/ubicaciones', (r) =>
    r.request().method() === 'PUT' ? r.fulfill({ status: 500, body: 'no' }) : r.continue(),
  )
  await nodo(page, 'Limpieza').click()
  const ficha = page.getByRole('dialog')
  await ficha.getByLabel('Nombre').fill('Lavadero')
  await page.keyboard.press('Enter')
  await expect(ficha.getByRole('alert')).toBeVisible()
  // While it is stored the dialog stays.
  const refused = page.waitForResponse((r) => r.url().includes('/api/ubicaciones') && r.status() === 500)
  await ficha.getByRole('button', { name: 'Guardar' }).click()
  await refused
  await expect(ficha.getByRole('button', { name: 'Guardar' })).toBeEnabled()
  await expect(page.locator('.MuiDialog-root :focus')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(ficha).toHaveCount(0)
  await expect(nodo(page, 'Limpieza')).toBeFocused()
})

test('Ctrl+Z in a list of a dialog leaves the plan alone', async ({ page }) => {
  await edit(page)
  await nodo(page, 'Expedición').focus()
  await page.keyboard.press('ArrowUp')
  await nodo(page, 'Gestamp').click()
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 sin guardar')).toBeVisible()
})

test('another company is not taken before the moves are let go, and takes nothing back', async ({ page }) => {
  await edit(page)
  const choose = async (nombre: string) => {
    await page.getByRole('button', { name: /^Empresa: / }).click()
    await page.getByRole('menuitemradio', { name: nombre }).click()
  }
  const title = (nombre: string) => page.getByRole('heading', { name: `Plano de planta · ${nombre}` })
  const barra = page.getByRole('toolbar', { name: 'Edición del plano' })
  await rename(page, 'Limpieza', 'Lavadero')
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowDown')
  await choose('Montajes Álava')
  const pregunta = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar en el plano' })
  await pregunta.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('button', { name: 'Empresa: Logística Llanada' })).toBeVisible()
  await expect(page.getByText('1 sin guardar')).toBeVisible()
  await choose('Montajes Álava')
  await pregunta.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(title('Montajes Álava')).toBeVisible()
  await expect(barra).toHaveCount(0)
  await page.getByRole('button', { name: 'Editar plano' }).click()
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeDisabled()
  // Without unsaved moves there is no question.
  await choose('Logística Llanada')
  await expect(title('Logística Llanada')).toBeVisible()
  await expect(barra).toHaveCount(0)
})

test.describe('the network', () => {
  // With a process of its own.
  test.use({ propio: true })
  test('without network a change says so, and is not made later by itself', async ({ page, context }) => {
    await edit(page)
    const previous = await sitio(page, 'Gestamp')
    await nodo(page, 'Gestamp').focus()
    await page.keyboard.press('ArrowDown')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('toolbar').getByRole('alert')).toHaveText('No hay conexión con el servidor.')
    await context.setOffline(false)
    await expect(page.getByText('1 sin guardar')).toBeVisible()
    expect(await sitio(page, 'Gestamp')).toEqual(previous)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expectToast(page, 'Plano guardado')
  })
})

test('whoever does not want the changes of another yet keeps what is on screen', async ({ page }) => {
  await edit(page)
  await rename(page, 'Limpieza', 'Lavadero')
  const { version, data } = await plano(page, 3)
  const id = data.find((u) => u.nombre === 'Lavadero')?.id
  await page.request.put('/api/ubicaciones', {
    data: { empresa: 3, version, cambios: [{ id, nombre: 'Túnel' }] },
  })
  const aviso = page.getByRole('alertdialog', { name: 'El plano ha cambiado' })
  // An undo of the user's own change would also undo the other user's change.
  for (const button of ['Cancelar', 'Cancelar', 'Recargar plano']) {
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await aviso.getByRole('button', { name: button }).click()
    await expect(aviso).toHaveCount(0)
  }
  await expect(nodo(page, 'Túnel')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeDisabled()
})

test('a session that ends leads to login, whatever waits to be stored', async ({ page }) => {
  await edit(page)
  await nodo(page, 'Gestamp').focus()
  await page.keyboard.press('ArrowDown')
  await page.request.post('/api/logout')
  // The event stream may report the end of the session first.
  await Promise.race([
    page.getByRole('button', { name: 'Guardar' }).click(),
    page.waitForURL(/\/login\?volver=%2Fspecial/),
  ])
  await expect(page).toHaveURL(/\/login\?volver=%2Fspecial/)
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
})
