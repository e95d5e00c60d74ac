import { expect } from '@playwright/test'
import { apodos, open, read, row, rows, test } from './inventario'
import { expectToast } from './toasts'

test('a device is switched and renamed on its row, many at once, and a change made elsewhere shows where its row stands', async ({
  page,
  propios,
}) => {
  const { familia, propios: p } = await propios(2)
  const [uno, dos] = p as [{ mac: string; apodo: string }, { mac: string; apodo: string }]
  const live = page.waitForResponse('**/api/live*')
  await open(page, `/poc-status?apodo=${familia}`, 'operario')
  await live
  const elsewhere = { mac_serie: dos.mac, apodo: `${familia}-3` }
  expect((await page.request.post('/api/change_device_apodo', { data: elsewhere })).status()).toBe(200)
  await expect(apodos(page)).toHaveText([uno.apodo, `${familia}-3`])

  await page.getByRole('switch', { name: `${uno.apodo}: Activado` }).click()
  await expectToast(page, 'Estado cambiado a Desactivado')
  expect(await read(page, uno.mac)).toMatchObject({ Activado: 'Desactivado', Apodo: uno.apodo })
  await page.getByRole('button', { name: `Editar apodo de ${uno.apodo}` }).click()
  const field = page.getByRole('textbox', { name: `Apodo de ${uno.apodo}` })
  await field.fill(`${familia}-3`)
  await field.press('Enter')
  await expectToast(
    page,
    `No se pudo actualizar el apodo: El apodo ${familia}-3 ya lo tiene otro dispositivo.`,
  )
  await field.fill(`${familia}-9`)
  await field.press('Enter')
  await expectToast(page, 'Apodo actualizado correctamente')
  expect((await read(page, uno.mac)).Apodo).toBe(`${familia}-9`)

  await row(page, uno.mac).getByRole('checkbox').check()
  await row(page, dos.mac).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Cambiar…' }).click()
  await page.getByRole('menuitem', { name: 'Cambiar ubicación…' }).click()
  await page.getByRole('combobox', { name: 'Ubicación', exact: true }).last().fill('Gest')
  await page.getByRole('option', { name: 'Gestamp' }).click()
  await page.getByRole('button', { name: 'Cambiar ubicación' }).click()
  await expect(page.getByText('2 hechos de 2')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect(rows(page).first()).toContainText('Gestamp')
})
