import { expect, type Page } from '@playwright/test'
import { createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'

const incidencia = (page: Page) => page.getByRole('dialog').or(page.getByRole('complementary'))

// cubre: roles 7
test('who only looks sees everything and is offered no change', async ({ page, browser }) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const cuenta = await createCuenta(browser, { rol: 'lectura' })
  await enter(page, cuenta.username)
  await page.goto('/poc-status')
  await expect(page.getByRole('button', { name: /^Abrir detalles de/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Editar apodo/ })).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Importar' })).toHaveCount(0)

  const list = await (await page.request.get('/api/device_poc_status?tipo=SmartBle&per_page=5')).json()
  const apodo = list.data.find((d: { Apodo: string | null }) => d.Apodo)?.Apodo
  await page.goto(`/contenedor/${apodo}`)
  await expect(page.getByRole('region', { name: 'Ahora' }).or(page.getByText('Ahora')).first()).toBeVisible()
  await expect(page.getByText('La etiqueta Bluetooth que lleva ahora')).toBeVisible()
  for (const nombre of ['Cambiar etiqueta', 'No está aquí', 'Ponerle otra etiqueta', 'Decir dónde está'])
    await expect(page.getByRole('button', { name: nombre })).toHaveCount(0)

  await page.goto('/incidencias?ver=abiertas')
  await expect(page.getByText('Abierta', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /cerrar la incidencia/ })).toHaveCount(0)
  for (const s of await page.getByRole('switch', { name: /^(Golpe real|Daño).* de / }).all())
    await expect(s).toBeDisabled()
  await page
    .getByRole('button', { name: /^Ver detalle|^Detalle|^Abrir detalles/ })
    .first()
    .click()
  await expect(incidencia(page).getByText('Tu cuenta es solo de lectura.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar nota' })).toHaveCount(0)

  await page.goto('/inventory')
  await expect(page.getByRole('grid').or(page.getByRole('list')).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Eliminar/ })).toHaveCount(0)

  await page.goto('/PanelDisp')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await page.goto('/Control')
  await expect(page.getByRole('button', { name: 'Control de activo' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dar de alta contenedor' })).toHaveCount(0)
  await removeCuenta(browser, cuenta.id)
})

// cubre: roles 8
test('who administers one company administers that one', async ({ page, browser }) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const jefa = await createCuenta(browser, { rol: 'empresa', empresa: 2 })
  const otra = await createCuenta(browser, { empresa: 2 })
  await enter(page, jefa.username)
  await page.goto('/admin/usuarios')
  await expect(page.getByText(otra.nombre)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Lectores' })).toBeVisible()
  for (const nombre of ['Empresas', 'Seguridad'])
    await expect(page.getByRole('tab', { name: nombre })).toHaveCount(0)
  await page.goto(`/admin/usuarios?buscar=${otra.username}`)
  await page.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  const dialogo = page.getByRole('dialog')
  await dialogo.getByRole('combobox', { name: 'Permisos' }).click()
  await expect(page.getByRole('option')).toHaveText(['Solo lectura', 'Usuario', 'Administrador de empresa'])
  await page.getByRole('option', { name: 'Solo lectura' }).click()
  await expect(dialogo.getByText('Ve todo lo de su empresa y no cambia nada.')).toBeVisible()
  await expect(dialogo.getByLabel('Empresa')).toHaveCount(0)
  await dialogo.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Solo lectura')
  for (const pestana of ['ajustes', 'calendario', 'etapas', 'lectores', 'calibracion', 'auditoria']) {
    await page.goto(`/admin/usuarios?pestana=${pestana}`)
    await expect(page.getByRole('tabpanel')).not.toBeEmpty()
    await expect(page.getByRole('tabpanel').getByRole('alert')).toHaveCount(0)
  }
  await page.goto('/admin/usuarios?pestana=seguridad')
  await expect(page.getByText(otra.nombre)).toBeVisible()
  await removeCuenta(browser, otra.id)
  await removeCuenta(browser, jefa.id)
})
