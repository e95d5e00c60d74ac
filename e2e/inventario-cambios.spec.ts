import { expect, type Locator } from '@playwright/test'
import { apodos, fake, open, read, row, rows, test } from './inventario'
import { expectToast } from './toasts'

// cubre: inventario 4, transiciones 1, validacion 11, errores 14 16 30
test('a click on the power cell switches the device, and the list is read again', async ({
  page,
  propios,
}) => {
  const { familia, propios: p } = await propios(1)
  const [uno] = p as [{ mac: string; apodo: string }]
  await open(page, `/poc-status?apodo=${familia}`)
  const interruptor = page.getByRole('switch', { name: `${uno.apodo}: Activado` })
  const releida = page.waitForRequest('**/api/device_poc_status*')
  await interruptor.click()
  await expectToast(page, 'Estado cambiado a Desactivado')
  await releida
  await expect(page.getByRole('switch', { name: `${uno.apodo}: Desactivado` })).not.toBeChecked()
  expect(await read(page, uno.mac)).toMatchObject({ Activado: 'Desactivado', Apodo: uno.apodo })
  await page.route('**/api/change_device_status', (r) =>
    r.fulfill({ status: 500, json: { error: 'Ha ocurrido un error.', code: 'x' } }),
  )
  await page.getByRole('switch', { name: `${uno.apodo}: Desactivado` }).press('Enter')
  await expectToast(page, /No se pudo cambiar el estado/)
  expect((await read(page, uno.mac)).Activado).toBe('Desactivado')
  // A device without a nickname, and a refusal without a message.
  await page.unroute('**/api/change_device_status')
  await page.route('**/api/change_device_status', (r) => r.fulfill({ status: 502, body: '<h1>502</h1>' }))
  await fake(page, [{ Apodo: null }])
  await page.reload()
  const pedida = page.waitForRequest('**/api/change_device_status')
  await page.getByRole('switch', { name: `${uno.mac}: Desactivado` }).click()
  expect((await pedida).postDataJSON()).toMatchObject({ apodo: '-', nuevo_estado: 'Activado' })
  await expectToast(page, 'No se pudo cambiar el estado: Error cambiando estado')
})

// cubre: validacion 9
test('readers are for admins to switch', async ({ page }) => {
  await open(page, '/poc-status?tipo=Reader', 'operario')
  await page
    .getByRole('switch', { name: /: Activado$/ })
    .first()
    .click()
  await expectToast(
    page,
    'No se pudo cambiar el estado: Solo los administradores pueden actualizar lectores.',
  )
})

// cubre: inventario 3, validacion 7, errores 15 17 31
test('the nickname is edited in place: Enter saves, Esc leaves it, what is wrong is told', async ({
  page,
  propios,
}) => {
  const { familia, propios: p } = await propios(2)
  const [uno, dos] = p as [{ mac: string; apodo: string }, { mac: string; apodo: string }]
  await open(page, `/poc-status?apodo=${familia}`)
  const edit = async (apodo: string) => {
    await page.getByRole('button', { name: `Editar apodo de ${apodo}` }).click()
    return page.getByRole('textbox', { name: `Apodo de ${apodo}` })
  }
  let field = await edit(uno.apodo)
  await expect(field).toBeFocused()
  await field.fill('otra cosa')
  await field.press('Escape')
  await expect(page.getByRole('button', { name: `Editar apodo de ${uno.apodo}` })).toBeFocused()
  expect((await read(page, uno.mac)).Apodo).toBe(uno.apodo)

  field = await edit(uno.apodo)
  await field.fill('  ')
  await field.press('Enter')
  await expectToast(page, 'Falta apodo')
  await field.fill(dos.apodo)
  await field.press('Enter')
  await expectToast(
    page,
    `No se pudo actualizar el apodo: El apodo ${dos.apodo} ya lo tiene otro dispositivo.`,
  )
  await expect(field).toHaveValue(dos.apodo)
  await page.route('**/api/change_device_apodo', (r) => r.fulfill({ status: 502, body: '<h1>502</h1>' }))
  await field.press('Enter')
  await expectToast(page, 'No se pudo actualizar el apodo: Error cambiando apodo')
  await page.unroute('**/api/change_device_apodo')
  // Its new nickname sorts later: the row stays in place, and the list offers a refetch.
  await field.fill(`${familia}-9`)
  await field.press('Enter')
  await expectToast(page, 'Apodo actualizado correctamente')
  await expect(apodos(page)).toHaveText([`${familia}-9`, dos.apodo])
  expect((await read(page, uno.mac)).Apodo).toBe(`${familia}-9`)
  await page.getByRole('button', { name: 'Hay cambios: actualizar' }).click()
  await expect(apodos(page)).toHaveText([dos.apodo, `${familia}-9`])
})

test('a row that its new nickname takes out of the filter shows it until the list is read again', async ({
  page,
  propios,
}) => {
  const { familia, propios: p } = await propios(2)
  const [uno, dos] = p as [{ mac: string; apodo: string }, { mac: string; apodo: string }]
  await open(page, `/poc-status?apodo=${familia}-`)
  await page.getByRole('button', { name: `Editar apodo de ${uno.apodo}` }).click()
  const field = page.getByRole('textbox', { name: `Apodo de ${uno.apodo}` })
  await field.fill(`${familia}9-1`)
  await field.press('Enter')
  const actualizar = page.getByRole('button', { name: 'Hay cambios: actualizar' })
  await expect(actualizar).toBeVisible()
  await expect(apodos(page)).toHaveText([`${familia}9-1`, dos.apodo])
  await actualizar.click()
  await expect(apodos(page)).toHaveText([dos.apodo])
})

test('a change made elsewhere shows where the row stands', async ({ page, propios }) => {
  const { familia, propios: p } = await propios(2)
  const live = page.waitForResponse('**/api/live*')
  await open(page, `/poc-status?apodo=${familia}`)
  await live
  const data = { mac_serie: p[0]?.mac, apodo: `${familia}-8` }
  await page.request.post('/api/change_device_apodo', { data })
  await expect(apodos(page)).toHaveText([`${familia}-8`, p[1]?.apodo as string])
})

// cubre: inventario 5, entidades 7, constantes 26
test("details: a map where there is a place, the container's page behind the nickname", async ({ page }) => {
  await fake(page, [{ Lat: 42.8467, Lon: -2.6727, Bateria: 80, Roll: 1.5, Pitch: -2 }])
  await open(page)
  const apodo = (await apodos(page).first().textContent()) as string
  await row(page, (await rows(page).first().getAttribute('data-id')) as string).focus()
  await page.keyboard.press('Enter')
  const dialogo = page.getByRole('dialog', { name: apodo })
  await expect(dialogo).toBeVisible()
  await expect(page).toHaveURL(/detalle=/)
  await expect(
    dialogo.getByRole('region', { name: `Mapa de ${apodo}` }).or(dialogo.locator('canvas')),
  ).toBeVisible()
  await expect(dialogo.getByText('20 m', { exact: true })).toBeVisible()
  await expect(dialogo.getByText('80 %')).toBeVisible()
  await expect(dialogo.getByRole('link', { name: apodo })).toHaveAttribute('href', `/contenedor/${apodo}`)
  await page.keyboard.press('Escape')
  await expect(dialogo).toBeHidden()
  await expect(page).not.toHaveURL(/detalle=/)
  await expect(rows(page).first()).toBeFocused()
})

// cubre: inventario 10
test('details without coordinates say so, also at an address opened directly; an unknown mac too', async ({
  page,
  propios,
}) => {
  const { propios: p } = await propios(1)
  await page.goto(`/poc-status?detalle=${p[0]?.mac}`)
  const dialogo = page.getByRole('dialog', { name: p[0]?.apodo })
  await expect(dialogo.getByText('Sin ubicación disponible')).toBeVisible()
  await expect(dialogo.getByText('Sin datos').first()).toBeVisible()
  await dialogo.getByRole('button', { name: 'Ver eventos' }).click()
  await expect(page).toHaveURL(new RegExp(`/NewData\\?search=${p[0]?.apodo}`))
  await page.goto('/poc-status?detalle=NADIE')
  await expect(page.getByText('No hay ningún dispositivo con esa MAC')).toBeVisible()
})

test('many at once: confirmed, done, and what was not done says why', async ({ page, propios }) => {
  const { familia, propios: p } = await propios(2)
  await open(page, `/poc-status?apodo=${familia}`, 'operario')
  await rows(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Cambiar…' }).click()
  await page.getByRole('menuitem', { name: 'Desactivar' }).click()
  await expect(page.getByRole('dialog')).toContainText('Se cambiará 1 dispositivo.')
  await page.keyboard.press('Escape')
  // Another user deletes a device meanwhile: its row stays.
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }).check()
  await expect(page.getByText('2 seleccionados')).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar…' }).click()
  await page.getByRole('menuitem', { name: 'Cambiar etiqueta…' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Cambiar la etiqueta' })
  await expect(dialogo).toContainText('Se cambiarán 2 dispositivos.')
  await dialogo.getByLabel('Etiqueta').fill('E2E-7')
  await page.route('**/api/dispositivos_lote', async (r) => {
    const body = r.request().postDataJSON()
    await r.continue({ postData: { ...body, macs: [...body.macs, 'NADIE'] } })
  })
  await page.keyboard.press('Enter')
  await expect(page.getByText(/2 hechos de 3\s*· 1 sin hacer/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'NADIE' })).toContainText(
    'Dispositivo no encontrado.',
  )
  for (const { mac } of p) expect((await read(page, mac)).Etiqueta).toBe('E2E-7')
  await page.getByRole('button', { name: 'Cerrar' }).click()

  await page.getByRole('button', { name: 'Cambiar…' }).click()
  await page.getByRole('menuitem', { name: 'Cambiar ubicación…' }).click()
  await page.getByRole('combobox', { name: 'Ubicación', exact: true }).last().fill('Gest')
  await page.getByRole('option', { name: 'Gestamp' }).click()
  await page.unroute('**/api/dispositivos_lote')
  await page.getByRole('button', { name: 'Cambiar ubicación' }).click()
  await expect(page.getByText('2 hechos de 2')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect(rows(page).first()).toContainText('Gestamp')

  await page.getByRole('button', { name: 'Cambiar…' }).click()
  await page.getByRole('menuitem', { name: 'Desactivar', exact: true }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  expect((await read(page, p[0]?.mac as string)).Activado).toBe('Activado')
  await page.getByRole('button', { name: 'Cambiar…' }).click()
  await page.getByRole('menuitem', { name: 'Desactivar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByText('2 hechos de 2')).toBeVisible()
  for (const { mac } of p) expect((await read(page, mac)).Activado).toBe('Desactivado')
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Quitar selección' }).click()
  await expect(page.getByRole('heading', { name: 'Inventario' })).toBeVisible()
})

test('a nickname as long as may be widens neither its card nor its page on a phone', async ({
  page,
  propios,
}) => {
  const { familia, propios: uno } = await propios(1)
  const apodo = `${familia}-`.padEnd(64, '7')
  const data = { mac_serie: uno[0]?.mac, apodo }
  expect((await page.request.post('/api/change_device_apodo', { data })).status()).toBe(200)
  await page.setViewportSize({ width: 390, height: 844 })
  const inside = async (que: Locator) => {
    await expect(que).toBeVisible()
    // While a page is drawn anew it has no box.
    await expect
      .poll(async () => {
        const caja = await que.boundingBox()
        return caja ? caja.x + caja.width : Infinity
      })
      .toBeLessThanOrEqual(390)
  }
  await page.goto(`/poc-status?apodo=${apodo}`)
  await inside(page.getByRole('button', { name: 'Detalles' }).last())
  await page.goto(`/inventory?name=${apodo}`)
  await inside(page.getByRole('link', { name: apodo }))
  await page.goto(`/contenedor/${apodo}`)
  await inside(page.getByRole('heading', { name: apodo }))
  await inside(page.getByText('Hasta', { exact: true }).first())
})
