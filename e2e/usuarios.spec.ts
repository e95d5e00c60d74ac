import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { CLAVE, type Cuenta, comoAdmin, createCuenta, enter, removeCuenta, unique } from './cuentas'
import { enterAs } from './enter'
import { holdRoute } from './hold'
import { test } from './prueba'
import { expectToast } from './toasts'

const tabla = (page: Page, nombre = 'Usuarios') => page.getByRole('grid', { name: nombre, exact: true })
const rows = (page: Page, nombre?: string) => tabla(page, nombre).locator('tbody tr[data-id]')
const row = (page: Page, id: number | string, nombre?: string) =>
  tabla(page, nombre).locator(`tr[data-id="${id}"]`)
const dialogo = (page: Page) => page.getByRole('dialog')
const buscador = (page: Page) => page.getByPlaceholder('Buscar nombre o usuario')
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

async function open(page: Page, query = '') {
  await enterAs(page, 'admin')
  await page.goto(`/admin/usuarios${query}`)
}
async function action(page: Page, de: Locator, nombre: string) {
  await de.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: nombre }).click()
}
const read = async (page: Page, id: number) =>
  ((await (await page.request.get('/api/usuarios')).json()) as (Cuenta & { activo: boolean })[]).find(
    (u) => u.id === id,
  )

test.describe('users', () => {
  let cuenta: Cuenta
  test.beforeEach(async ({ browser }) => {
    cuenta = await createCuenta(browser)
  })
  test.afterEach(async ({ browser }) => removeCuenta(browser, cuenta.id))

  test('are searched and narrowed to a company, in the address', async ({ page }) => {
    await open(page)
    await expect(row(page, cuenta.id)).toBeVisible()
    await buscador(page).fill(cuenta.username.toUpperCase())
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, cuenta.id)).toContainText(cuenta.nombre)
    expect(parameters(page)).toEqual({ buscar: cuenta.username.toUpperCase() })
    await page.goto('/admin/usuarios?empresa=2')
    await expect(rows(page).first()).toBeVisible()
    await expect(row(page, cuenta.id)).toHaveCount(0)
    await page.goto('/admin/usuarios?buscar=nadie-se-llama-asi')
    await expect(page.getByText('No hay usuarios con esos filtros')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await expect(row(page, cuenta.id)).toBeVisible()
    await page.goBack()
    await expect(buscador(page)).toHaveValue('nadie-se-llama-asi')
  })

  // cubre: producto 10, llamadas 33
  test('are made with the keyboard; what is refused is said at its field', { tag: '@main' }, async ({
    page,
    browser,
  }) => {
    await open(page)
    await page.getByRole('button', { name: 'Nuevo usuario' }).click()
    const crear = dialogo(page).getByRole('button', { name: 'Crear usuario' })
    await expect(crear).toBeDisabled()
    await expect(dialogo(page).getByLabel('Nombre', { exact: true })).toBeFocused()
    const username = unique('nueva')
    await page.keyboard.type('Nueva Persona')
    await page.keyboard.press('Tab')
    await page.keyboard.type(cuenta.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type('corta')
    await page.keyboard.press('Enter')
    await expect(dialogo(page).getByText('La contraseña debe tener al menos 10 caracteres.')).toBeVisible()
    await dialogo(page).getByLabel('Contraseña', { exact: true }).fill(CLAVE)
    await page.keyboard.press('Enter')
    await expect(dialogo(page).getByText('Ya existe un usuario con ese nombre de usuario.')).toBeVisible()
    await dialogo(page).getByLabel('Usuario', { exact: true }).fill('аinhoa')
    await page.keyboard.press('Enter')
    await expect(dialogo(page).getByText(/El usuario solo puede llevar letras latinas/)).toBeVisible()
    await dialogo(page).getByLabel('Usuario', { exact: true }).fill(username)
    await dialogo(page).getByRole('combobox', { name: 'Empresa' }).click()
    await page.getByRole('option').nth(1).click()
    await crear.click()
    await expectToast(page, 'Usuario Nueva Persona creado')
    await expect(dialogo(page)).toHaveCount(0)
    const list = await (await page.request.get(`/api/usuarios?search=${username}`)).json()
    expect(list).toEqual([expect.objectContaining({ username, nombre: 'Nueva Persona', is_admin: false })])
    await removeCuenta(browser, list[0].id)
  })

  // cubre: usuarios 1
  test('are edited: name, company, admin', async ({ page }) => {
    await open(page, `?buscar=${cuenta.username}`)
    await action(page, row(page, cuenta.id), 'Editar')
    await dialogo(page).getByLabel('Nombre', { exact: true }).fill('Otro Nombre')
    await dialogo(page).getByRole('combobox', { name: 'Permisos' }).click()
    await page.getByRole('option', { name: 'Administrador', exact: true }).click()
    await dialogo(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(row(page, cuenta.id)).toContainText('Otro Nombre')
    await expect(row(page, cuenta.id)).toContainText('Administrador')
    expect(await read(page, cuenta.id)).toMatchObject({ nombre: 'Otro Nombre', is_admin: true })
  })

  // cubre: usuarios 1
  test('are shut out and let in again; removal names them', async ({ page }) => {
    await open(page, `?buscar=${cuenta.username}`)
    await action(page, row(page, cuenta.id), 'Desactivar')
    const pregunta = page.getByRole('alertdialog')
    await expect(pregunta).toContainText(cuenta.nombre)
    await pregunta.getByRole('button', { name: 'Desactivar' }).click()
    await expect(row(page, cuenta.id)).toContainText('Desactivado')
    expect((await read(page, cuenta.id))?.activo).toBe(false)
    await action(page, row(page, cuenta.id), 'Activar')
    await expect(row(page, cuenta.id)).not.toContainText('Desactivado')
    await action(page, row(page, cuenta.id), 'Eliminar')
    await expect(pregunta).toContainText(`${cuenta.nombre} (${cuenta.username})`)
    await pregunta.getByRole('button', { name: 'Cancelar' }).click()
    expect(await read(page, cuenta.id)).toBeTruthy()
    await action(page, row(page, cuenta.id), 'Eliminar')
    await pregunta.getByRole('button', { name: 'Eliminar' }).click()
    await expect(row(page, cuenta.id)).toHaveCount(0)
    await expect.poll(() => read(page, cuenta.id)).toBeUndefined()
  })

  test('nobody is offered to remove or shut out themself', async ({ page }) => {
    await open(page, '?buscar=admin')
    await rows(page)
      .filter({ hasText: 'Ane' })
      .getByRole('button', { name: /^Acciones de/ })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /Eliminar|Desactivar/ })).toHaveCount(0)
  })

  test('a code gives a new password at the login', async ({ page, context }) => {
    await open(page, `?buscar=${cuenta.username}`)
    await action(page, row(page, cuenta.id), 'Restablecer contraseña')
    await dialogo(page).getByRole('button', { name: 'Crear código' }).click()
    const codigo = (await dialogo(page).getByLabel('Código', { exact: true }).textContent()) ?? ''
    expect(codigo).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
    await page.keyboard.press('Escape')
    await expect(dialogo(page)).toBeVisible()
    await expectAccesible(page)
    await context.clearCookies()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Tengo un código para restablecer la contraseña' }).click()
    await expect(page).toHaveURL(/\/login\?restablecer=1$/)
    await page.getByLabel('Usuario', { exact: true }).fill(cuenta.username)
    await page.getByLabel('Código', { exact: true }).fill('AAAA-BBBB-CCCC')
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('pasillo-norte-41')
    await page.getByLabel('Confirmar contraseña nueva', { exact: true }).fill('otra')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Las contraseñas nuevas no coinciden.')).toBeVisible()
    await page.getByLabel('Confirmar contraseña nueva', { exact: true }).fill('pasillo-norte-41')
    await page.keyboard.press('Enter')
    await expect(page.getByText('El código no es válido o ha caducado.')).toBeVisible()
    await page.getByLabel('Código', { exact: true }).fill(codigo)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    await enter(page, cuenta.username, 'pasillo-norte-41')
  })
})

// cubre: usuarios 2
test('companies are made, renamed and removed; one that holds something says what', async ({ page }) => {
  const release = await holdRoute(page, '**/api/empresas')
  await open(page, '?pestana=empresas&filas=100')
  const nombre = unique('Cartonajes')
  // The number that it offers follows those of the list.
  await expect(page.getByRole('button', { name: 'Nueva empresa' })).toBeDisabled()
  release()
  await page.getByRole('button', { name: 'Nueva empresa' }).click()
  const numero = await dialogo(page).getByLabel('Número').inputValue()
  await dialogo(page).getByLabel('Nombre', { exact: true }).fill(nombre)
  await page.keyboard.press('Enter')
  const nueva = row(page, numero, 'Empresas')
  await expect(nueva).toContainText(nombre)
  await action(page, nueva, 'Editar')
  await dialogo(page).getByLabel('Nombre', { exact: true }).fill(`${nombre} Oria`)
  await page.keyboard.press('Enter')
  await expect(nueva).toContainText(`${nombre} Oria`)
  await action(page, nueva, 'Eliminar')
  await expect(page.getByRole('alertdialog')).toContainText(`${nombre} Oria`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(nueva).toHaveCount(0)
  await action(page, row(page, 1, 'Empresas'), 'Eliminar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText(/La empresa todavía tiene .*usuarios?.*dispositivos/)).toBeVisible()
})

test('what nobody registered leads to the registration with its mac', async ({ page }) => {
  const visto = { veces: 3, ApodoLector: 'LEC-101', rssi: -70, aleatoria: false }
  const now = new Date().toISOString()
  await page.route('**/api/vistos_sin_registrar*', (r) =>
    r.fulfill({ json: [{ mac: 'AC233FDE0002', primera: now, ultima: now, ...visto }] }),
  )
  await open(page, '?pestana=lectores')
  await page.getByRole('button', { name: 'Vistos sin registrar' }).click()
  expect(parameters(page)).toEqual({ pestana: 'lectores', vista: 'vistos' })
  await page.getByRole('link', { name: 'Registrar AC233FDE0002' }).click()
  await expect(page).toHaveURL(/\/PanelDisp\?mac=AC233FDE0002$/)
})

test('a quarantined message is read, and tried again', async ({ page }) => {
  let sigue = true
  const message = {
    id: '7',
    recibida: new Date().toISOString(),
    formato: 'minew',
    via: 'mqtt',
    lector: 'LEC-101',
    motivo: 'json_invalido',
    detalle: 'El mensaje no es JSON válido',
    veces: 2,
    muestra: '{"roto":',
  }
  await page.route('**/api/cuarentena?*', (r) => r.fulfill({ json: sigue ? [message] : [] }))
  await page.route('**/api/cuarentena/7/reprocesar', (r) =>
    r.fulfill({
      json: { aceptadas: sigue ? 0 : 2, duplicadas: 0, sin_registrar: 0, rechazadas: sigue ? 1 : 0 },
    }),
  )
  await open(page, '?pestana=lectores&vista=cuarentena')
  const una = row(page, 7, 'Mensajes en cuarentena')
  await expect(una).toContainText('El mensaje no es JSON válido')
  await una.dblclick()
  await expect(dialogo(page).getByLabel('Mensaje recibido')).toHaveText('{"roto":')
  await dialogo(page).getByRole('button', { name: 'Reprocesar' }).click()
  await expectToast(page, 'El mensaje sigue sin poder leerse.')
  sigue = false
  await dialogo(page).getByRole('button', { name: 'Reprocesar' }).click()
  await expectToast(page, 'Mensaje leído: 2 lecturas')
  await expect(page.getByText('La cuarentena está vacía')).toBeVisible()
})

test('the audit log says who changed what, is filtered and exported', async ({ page, browser }) => {
  const cuenta = await createCuenta(browser)
  await comoAdmin(browser, (api) => api.put(`/api/usuarios/${cuenta.id}`, { data: { nombre: 'Cambiada' } }))
  await open(page, `?pestana=auditoria&buscar=${cuenta.username}`)
  await expect(rows(page, 'Auditoría')).toHaveCount(2)
  const cambio = rows(page, 'Auditoría').first()
  await expect(cambio).toContainText(`Nombre: ${cuenta.nombre} → Cambiada`)
  await cambio.getByRole('button', { name: /^Detalles/ }).click()
  await expect(dialogo(page).getByRole('heading')).toHaveText(`Cambio: Usuario ${cuenta.username}`)
  await expect(dialogo(page).getByRole('row', { name: 'Nombre' })).toContainText('Cambiada')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Acción' }).click()
  await page.getByRole('option', { name: 'Creación' }).click()
  await expect(rows(page, 'Auditoría')).toHaveCount(1)
  expect(parameters(page)).toEqual({ pestana: 'auditoria', buscar: cuenta.username, accion: 'crear' })
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('auditoria.xlsx')
  await removeCuenta(browser, cuenta.id)
})

test('who has no second factor cannot demand it of others, and is told where to get it', async ({ page }) => {
  await open(page, '?pestana=seguridad')
  const exigir = page.getByRole('switch', { name: 'Exigir el segundo factor a los administradores' })
  await exigir.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Exigir' }).click()
  await expect(page.getByText('Activa antes tu propio segundo factor, en tu perfil.')).toBeVisible()
  await expect(exigir).not.toBeChecked()
  await page.getByRole('link', { name: 'Ir a mi perfil' }).click()
  await expect(page).toHaveURL(/\/perfil$/)
})

test('tabs are in the address, and the back button goes through them', async ({ page }) => {
  await open(page, '?buscar=admin')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Empresas' }).click()
  await expect(rows(page, 'Empresas').first()).toBeVisible()
  expect(parameters(page)).toEqual({ pestana: 'empresas' })
  await page.goBack()
  await expect(buscador(page)).toHaveValue('admin')
  await page.getByRole('tab', { name: 'Usuarios' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Empresas' })).toHaveAttribute('aria-selected', 'true')
})

// cubre: errores 27
test('what cannot be loaded is said, and asked for again', async ({ page }) => {
  const failure = { status: 400, json: { error: 'No se puede.', code: 'x' } }
  await page.route('**/api/is_admin', (r) => r.fulfill(failure))
  // Both requests are sent at once.
  await page.route(/\/api\/usuarios(\?|$)/, (r) => r.fulfill(failure))
  await open(page)
  await expect(page.getByText('Error al verificar si el usuario es admin.')).toBeVisible()
  await page.unroute('**/api/is_admin')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No se han podido cargar los usuarios. No se puede.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows(page).first()).toBeVisible()
})

const PESTANAS = 'usuarios empresas ajustes calendario etapas lectores calibracion auditoria seguridad'.split(
  ' ',
)
for (const width of [1440, 390])
  test(`no tab has violations or overflow at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'admin')
    for (const pestana of PESTANAS) {
      await page.goto(`/admin/usuarios?pestana=${pestana}`)
      const panel = page.getByRole('tabpanel')
      // A table, its cards, a form, or the switch.
      const contenido = panel
        .getByRole('listitem')
        .or(panel.locator('[data-id], fieldset'))
        .or(panel.getByRole('switch'))
      await expect(contenido.first()).toBeVisible()
      await expectAccesible(page)
      await expectSinDesborde(page)
    }
    if (width < 500) return
    await page.goto('/admin/usuarios')
    await page.getByRole('button', { name: 'Nuevo usuario' }).click()
    await expect(dialogo(page)).toBeVisible()
    await expectAccesible(page)
  })
