import { expect, it } from 'vitest'
import type { Modo } from '#contract/sesion'
import type { Acceso } from '../marco/guardia'
import { pantallasDe } from './pantallas'

const ACCESO: Record<string, Acceso> = {
  '/PanelDisp': 'panel',
  '/alm_assistant': 'libre',
  '/Manuales': 'abierta',
  '/perfil': 'perfil',
  '/admin/usuarios': 'admin',
}
const rutas = (modo: Modo, is_admin = false, pendiente?: 'segundo_factor') =>
  pantallasDe({ modo, is_admin, pendiente }, (ruta) => ACCESO[ruta] ?? 'sesion').todas.map((e) => e.to)

it('is what the bar shows and the guard lets through', () => {
  const operario = rutas('completo')
  expect(operario).toHaveLength(13)
  expect(operario).not.toContain('/admin/usuarios')
  expect(rutas('completo', true)).toContain('/admin/usuarios')
})

it.each(['panel', 'solo_panel'] as const)(
  'mode %s: what its people reach, also where its bar names more',
  (modo) => {
    expect(rutas(modo, true)).toEqual(['/PanelDisp', '/alm_assistant', '/perfil'])
  },
)

it('who owes a second factor reaches the profile and what is open to all', () => {
  expect(rutas('completo', true, 'segundo_factor')).toEqual(['/alm_assistant', '/Manuales', '/perfil'])
})
