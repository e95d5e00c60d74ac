import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { pressKey, type } from '../../testing/keys'
import { sessionAs } from '../../testing/sessions'
import { act } from '../../testing/steps'
import { expectToast } from '../../testing/toasts'
import { keepUsers, openAdmin, type User, userOf } from '../../testing/users'

const grid = page.getByRole('grid', { name: 'Usuarios', exact: true })
const rows = () => [...document.querySelectorAll('tbody tr[data-id]')]
const row = (id: number) => document.querySelector(`tr[data-id="${id}"]`)
const names = () =>
  rows().map((r) => r.querySelectorAll('td')[0]?.querySelector('span:last-child')?.textContent)
const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const finder = page.getByPlaceholder('Buscar nombre o usuario')
const parameters = () => Object.fromEntries(new URLSearchParams(location.search))
const many = (n: number) => Array.from({ length: n }, (_, i) => userOf(i + 1))

// cubre: usuarios 1
test('users come in pages, which the address names', async () => {
  await openAdmin('', keepUsers(many(12)))
  const shown = page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
  await expect.element(shown).toHaveTextContent('1–12 de 12')
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  expect(
    page
      .getByRole('option')
      .elements()
      .map((o) => o.textContent),
  ).toEqual(['10', '16', '20', '50', '100'])
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect.element(shown).toHaveTextContent('1–10 de 12')
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect.element(shown).toHaveTextContent('11–12 de 12')
  expect(names()).toEqual(['Persona 11', 'Persona 12'])
  expect(parameters()).toEqual({ filas: '10', pagina: '2' })
  await expect.element(page.getByRole('button', { name: 'Última página' })).toBeDisabled()
  await page.getByRole('button', { name: 'Primera página' }).click()
  await expect.element(shown).toHaveTextContent('1–10 de 12')
  history.back()
  await expect.element(shown).toHaveTextContent('11–12 de 12')
  await finder.fill('persona.1')
  await expect.poll(() => rows().length).toBe(4)
  expect(parameters()).toEqual({ buscar: 'persona.1', filas: '10' })
})

// cubre: usuarios 1
test('the last access is told, and sorts: who was never in comes last', async () => {
  const users = many(3)
  ;(users[1] as User).ultimo_acceso = new Date().toISOString()
  await openAdmin('', keepUsers(users))
  await expect.poll(() => rows().length).toBe(3)
  expect(rows().filter((r) => r.textContent?.includes('Nunca'))).toHaveLength(2)
  const hour = row(2)?.querySelector('time')
  expect(hour?.textContent).toBe('ahora')
  await page.elementLocator(hour as Element).hover()
  await expect
    .element(page.getByRole('tooltip'))
    .toMatchTextContent(/^\d{2}\/\d{2}\/\d{4}\s\d{2}:\d{2}:\d{2}$/)
  const column = page.getByRole('columnheader', { name: /Último acceso/ })
  for (const way of ['ascending', 'descending']) {
    await column.getByRole('button').click()
    await expect.element(column).toHaveAttribute('aria-sort', way)
    await expect.poll(() => names()[0]).toBe('Persona 02')
  }
})

test('are searched and narrowed to a company, in the address', async () => {
  await openAdmin('?empresa=2', keepUsers([userOf(1), userOf(2, { empresa: 2 })]))
  await expect.poll(names).toEqual(['Persona 02'])
  await finder.fill('nadie-se-llama-asi')
  await expect.element(page.getByText('No hay usuarios con esos filtros')).toBeVisible()
  expect(parameters()).toEqual({ empresa: '2', buscar: 'nadie-se-llama-asi' })
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect.poll(() => rows().length).toBe(2)
  history.back()
  await expect.element(finder).toHaveValue('nadie-se-llama-asi')
})

// cubre: producto 10, llamadas 33
test('are made with the keyboard; what is refused is said at its field', async () => {
  const said = [
    () =>
      refuse({ status: 400, error: 'La contraseña debe tener al menos 10 caracteres.', campo: 'password' }),
    () =>
      refuse({
        status: 409,
        error: 'Ya existe un usuario con ese nombre de usuario.',
        code: 'username_repetido',
      }),
    () => userOf(9, { nombre: 'Nueva Persona' }),
  ]
  const { asked } = await openAdmin('', { createUsuario: () => (said.shift() as () => never)() })
  await page.getByRole('button', { name: 'Nuevo usuario' }).click()
  const create = dialog.getByRole('button', { name: 'Crear usuario' })
  await expect.element(create).toBeDisabled()
  await expect.element(field('Nombre')).toHaveFocus()
  await type('Nueva Persona')
  await pressKey('Tab')
  await type('nueva')
  await pressKey('Tab')
  await type('corta')
  await dialog.getByRole('combobox', { name: 'Empresa' }).click()
  await page.getByRole('option', { name: 'Bilbao' }).click()
  await field('Contraseña').click()
  await pressKey('Enter')
  await expect.element(field('Contraseña')).toHaveAccessibleDescription(/al menos 10 caracteres/)
  await expectAccessible(dialog.element())
  await field('Contraseña').fill('rodillo-verde-77')
  await pressKey('Enter')
  await expect.element(field('Usuario')).toHaveAccessibleDescription(/Ya existe un usuario/)
  await create.click()
  await expectToast('Usuario Nueva Persona creado')
  expect(dialog.elements()).toEqual([])
  expect(asked.filter((a) => a.name === 'createUsuario').at(-1)?.request.body).toEqual({
    nombre: 'Nueva Persona',
    username: 'nueva',
    password: 'rodillo-verde-77',
    empresa: 2,
    rol: 'operario',
  })
})

// cubre: usuarios 1
test('are edited: name and rights', async () => {
  const { asked } = await openAdmin('', keepUsers(many(2)))
  await act('Persona 02', 'Editar')
  await field('Nombre').fill('Otro Nombre')
  await dialog.getByRole('combobox', { name: 'Permisos' }).click()
  await page.getByRole('option', { name: 'Administrador', exact: true }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(() => row(2)?.textContent).toContain('Otro Nombre')
  expect(asked.find((a) => a.name === 'updateUsuario')?.request).toMatchObject({
    params: { id: '2' },
    body: { nombre: 'Otro Nombre', rol: 'admin' },
  })
})

// cubre: usuarios 1
test('are shut out and let in again; removal names them', async () => {
  const { asked } = await openAdmin('', keepUsers(many(2)))
  const ask = page.getByRole('alertdialog')
  await act('Persona 02', 'Desactivar')
  await expect.element(ask).toMatchTextContent(/Persona 02 \(persona\.2\)/)
  await ask.getByRole('button', { name: 'Desactivar' }).click()
  await expect.poll(() => row(2)?.textContent).toContain('Desactivado')
  await act('Persona 02', 'Activar')
  await expect.poll(() => row(2)?.textContent).not.toContain('Desactivado')
  await act('Persona 02', 'Eliminar')
  await expect.element(ask).toMatchTextContent(/Persona 02 \(persona\.2\)/)
  await ask.getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => ask.elements()).toEqual([])
  expect(asked.filter((a) => a.name === 'removeUsuario')).toEqual([])
  await act('Persona 02', 'Eliminar')
  await ask.getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => row(2)).toBeNull()
  expect(row(1)).not.toBeNull()
})

test('nobody is offered to remove or shut out themself', async () => {
  await openAdmin(
    '',
    keepUsers([userOf(1, { username: 'admin', nombre: 'Ane', rol: 'admin', is_admin: true })]),
  )
  await page.getByRole('button', { name: 'Acciones de Ane' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: /Eliminar|Desactivar/ }).elements()).toEqual([])
})

test('a code for a new password is shown once, and not lost by Esc', async () => {
  await openAdmin('', {
    ...keepUsers(many(1)),
    issueRestablecimiento: () => ({ codigo: 'ABCD-EFGH-JKMN', caduca: '2026-11-29T10:00:00+01:00' }),
  })
  await act('Persona 01', 'Restablecer contraseña')
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  await expect.element(field('Código')).toHaveTextContent('ABCD-EFGH-JKMN')
  await pressKey('Escape')
  await expect.element(dialog).toBeVisible()
  await expectAccessible(dialog.element())
})

// cubre: roles 8
test('who administers one company is offered the rights of that one', async () => {
  const { asked } = await openAdmin('', {
    ...keepUsers([userOf(5, { empresa: 2 })]),
    ...sessionAs({ rol: 'empresa', empresa: 2 }),
    isAdmin: () => ({ is_admin: false }),
  })
  await act('Persona 05', 'Editar')
  await dialog.getByRole('combobox', { name: 'Permisos' }).click()
  expect(
    page
      .getByRole('option')
      .elements()
      .map((o) => o.textContent),
  ).toEqual(['Solo lectura', 'Usuario', 'Administrador de empresa'])
  await page.getByRole('option', { name: 'Solo lectura' }).click()
  await expect.element(dialog.getByText('Ve todo lo de su empresa y no cambia nada.')).toBeVisible()
  expect(field('Empresa').elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(() => row(5)?.textContent).toContain('Solo lectura')
  expect(asked.find((a) => a.name === 'updateUsuario')?.request.body).toMatchObject({ rol: 'lectura' })
})

// cubre: errores 27
test('what cannot be loaded is said, and asked for again', async () => {
  const failure = () => refuse({ status: 400, error: 'No se puede.' })
  let [first, second] = [true, true]
  await openAdmin('', {
    isAdmin: () => (first ? failure() : { is_admin: true }),
    listUsuarios: () => (second ? failure() : many(2)),
  })
  await expect.element(page.getByText('Error al verificar si el usuario es admin.')).toBeVisible()
  first = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByText('No se han podido cargar los usuarios. No se puede.')).toBeVisible()
  second = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(grid).toBeVisible()
  await expect.poll(() => rows().length).toBe(2)
})
