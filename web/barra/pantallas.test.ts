import { expect, it } from 'vitest'
import type { Modo, Rol } from '#contract/personas/acceso/sesion'
import type { Acceso } from '../app-shell/guardia'
import { pantallasOf } from './pantallas'

const ACCESO: Record<string, Acceso> = {
  '/PanelDisp': 'alta',
  '/alm_assistant': 'libre',
  '/Manuales': 'abierta',
  '/perfil': 'perfil',
  '/admin/usuarios': 'admin',
}
const rutas = (modo: Modo, rol: Rol = 'operario', pendiente?: 'segundo_factor') =>
  pantallasOf({ modo, rol, pendiente }, (ruta) => ACCESO[ruta] ?? 'sesion').todas.map((e) => e.to)

it('is what the bar shows and the guard lets through', () => {
  const operario = rutas('completo')
  expect(operario).toHaveLength(21)
  expect(operario).not.toContain('/admin/usuarios')
  expect(rutas('completo', 'admin')).toContain('/admin/usuarios')
  expect(rutas('completo', 'lectura')).not.toContain('/PanelDisp')
})

it.each(['panel', 'solo_panel'] as const)(
  'mode %s: what its people reach, also where its bar names more',
  (modo) => {
    expect(rutas(modo, 'admin')).toEqual(['/PanelDisp', '/perfil', '/alm_assistant'])
  },
)

it('who owes a second factor reaches the profile and what is open to all', () => {
  expect(rutas('completo', 'admin', 'segundo_factor')).toEqual(['/Manuales', '/perfil', '/alm_assistant'])
})

it('each tab of the administration is found by its name, by those who have it', () => {
  const textos = (rol: Rol) =>
    pantallasOf(
      { modo: 'completo', rol, pendiente: undefined },
      (ruta) => ACCESO[ruta] ?? 'sesion',
    ).todas.flatMap((e) => ('pestana' in e ? [e.texto] : []))
  expect(textos('admin')).toEqual([
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
  ])
  expect(textos('empresa')).not.toContain('Empresas')
  expect(textos('empresa')).toContain('Lectores')
  expect(textos('operario')).toEqual([])
})
