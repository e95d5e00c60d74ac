import { expect, it } from 'vitest'
import type { Acceso } from '../marco/guardia'
import { pantallasDe } from './pantallas'

const ACCESO: Record<string, Acceso> = {
  '/PanelDisp': 'panel',
  '/alm_assistant': 'libre',
  '/Manuales': 'abierta',
  '/perfil': 'perfil',
  '/admin/usuarios': 'admin',
}
const rutas = (empresa: number, is_admin = false, pendiente?: 'segundo_factor') =>
  pantallasDe({ empresa, is_admin, pendiente }, (ruta) => ACCESO[ruta] ?? 'sesion').todas.map((e) => e.to)

it('is what the bar shows and the guard lets through', () => {
  const operario = rutas(1)
  expect(operario).toHaveLength(13)
  expect(operario).not.toContain('/admin/usuarios')
  expect(rutas(1, true)).toContain('/admin/usuarios')
})

it.each([4, 5, 6])('company %i: what its people reach, also where its bar names more', (empresa) => {
  expect(rutas(empresa, true)).toEqual(['/PanelDisp', '/alm_assistant', '/perfil'])
})

it('who owes a second factor reaches the profile and what is open to all', () => {
  expect(rutas(1, true, 'segundo_factor')).toEqual(['/alm_assistant', '/Manuales', '/perfil'])
})
