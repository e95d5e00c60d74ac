import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../testing/accessible'
import { pressKey } from '../testing/keys'
import { sessionAs } from '../testing/sessions'
import { keepUsers, openAdmin, userOf } from '../testing/users'

const tabs = page.getByRole('tablist', { name: 'Administración' }).getByRole('tab')
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const ALL = [
  'Usuarios',
  'Empresas',
  'Seguridad',
  'Auditoría',
  'Lectores',
  'Calibración',
  'Calendario',
  'Etapas',
  'Ajustes',
  'Salud',
  'Envíos de avisos',
  'Webhooks',
  'Claves de API',
  'EPCIS',
]

for (const width of [1440, 390])
  test(`its tabs stand in three groups, and the one that is open is in sight, ${width} px wide`, async () => {
    await openAdmin('?pestana=webhooks', {}, width)
    await expect.element(tab('Webhooks')).toHaveAttribute('aria-selected', 'true')
    expect(tabs.elements().map((e) => e.textContent)).toEqual(ALL)
    for (const group of ['Personas', 'Planta', 'Sistema'])
      expect(page.getByRole('tablist').getByText(group, { exact: true }).elements()).toHaveLength(1)
    await expect.element(tab('Webhooks')).toBeInViewport({ ratio: 1 })
    expectNoOverflow()
    await expectAccessible(page.getByRole('tablist').element())
  })

test('arrows go through all of them, Home and End to the outer ones, Enter opens', async () => {
  await openAdmin('?pestana=auditoria')
  await expect.element(tab('Auditoría')).toHaveAttribute('aria-selected', 'true')
  ;(tab('Auditoría').element() as HTMLElement).focus()
  await pressKey('ArrowRight')
  await expect.element(tab('Lectores')).toHaveFocus()
  await pressKey('End')
  await expect.element(tab('EPCIS')).toHaveFocus()
  await pressKey('ArrowRight')
  await expect.element(tab('Usuarios')).toHaveFocus()
  await pressKey('ArrowRight', 'Enter')
  await expect.poll(() => location.search).toBe('?pestana=empresas')
  await expect.element(tab('Empresas')).toHaveAttribute('aria-selected', 'true')
})

test('tabs are in the address, and the back button goes through them', async () => {
  await openAdmin('?buscar=persona', keepUsers([userOf(1)]))
  await tab('Empresas').click()
  await expect.element(page.getByRole('grid', { name: 'Empresas' })).toBeVisible()
  expect(location.search).toBe('?pestana=empresas')
  history.back()
  await expect.element(page.getByPlaceholder('Buscar nombre o usuario')).toHaveValue('persona')
})

// cubre: roles 8
test('who administers one company has the tabs of that one, and no others by their address', async () => {
  await openAdmin('?pestana=seguridad', {
    ...keepUsers([userOf(5)]),
    ...sessionAs({ rol: 'empresa' }),
    isAdmin: () => ({ is_admin: false }),
  })
  await expect.element(page.getByText('Persona 05')).toBeVisible()
  expect(tabs.elements().map((e) => e.textContent)).toEqual(
    ALL.filter((t) => t !== 'Empresas' && t !== 'Seguridad'),
  )
})
