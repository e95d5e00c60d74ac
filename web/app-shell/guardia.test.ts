import { describe, expect, it } from 'vitest'
import type { Modo, Rol } from '#contract/personas/acceso/sesion'
import { type Acceso, decide, destinoSeguro, formatDenegada } from './guardia'

const sesion = (modo: Modo, rol: Rol = 'operario') => ({ modo, rol, pendiente: undefined })

describe('decidir', () => {
  // cubre: rutas 23
  it.each<[Acceso, string]>([
    ['entrada', 'seguir'],
    ['libre', 'seguir'],
    ['abierta', 'seguir'],
    ['perfil', 'login'],
    ['panel', 'login'],
    ['alta', 'login'],
    ['sesion', 'login'],
    ['admin', 'login'],
  ])('without a session, %s: %s', (acceso, decision) => {
    expect(decide(acceso, null)).toBe(decision)
  })

  // cubre: rutas 25
  it.each(['panel', 'solo_panel'] as const)('mode %s only reaches the panel and what is free', (modo) => {
    expect(decide('sesion', sesion(modo))).toBe('panel')
    expect(decide('admin', sesion(modo, 'admin'))).toBe('panel')
    expect(decide('panel', sesion(modo))).toBe('seguir')
    expect(decide('alta', sesion(modo, 'lectura'))).toBe('seguir')
    expect(decide('perfil', sesion(modo))).toBe('seguir')
    expect(decide('libre', sesion(modo))).toBe('seguir')
    expect(decide('abierta', sesion(modo))).toBe('panel')
  })

  it('the people of a partner reach custody, their profile and what is open', () => {
    const suya = sesion('completo', 'tercero')
    for (const a of ['sesion', 'alta', 'admin'] as const) expect(decide(a, suya)).toBe('custodia')
    for (const a of ['custodia', 'perfil', 'panel', 'abierta'] as const)
      expect(decide(a, suya)).toBe('seguir')
    expect(decide('custodia', sesion('panel'))).toBe('panel')
    expect(decide('custodia', sesion('completo', 'lectura'))).toBe('seguir')
  })

  it.each<Acceso>(['panel', 'sesion', 'admin'])(
    'who owes a second factor is led from %s to the profile',
    (acceso) => {
      const debe = { ...sesion('completo', 'admin'), pendiente: 'segundo_factor' as const }
      expect(decide(acceso, debe)).toBe('perfil')
      expect(decide('perfil', debe)).toBe('seguir')
      expect(decide('libre', debe)).toBe('seguir')
    },
  )

  it('a whole company reaches every screen but the admin ones', () => {
    const modo = 'completo'
    expect(decide('sesion', sesion(modo))).toBe('seguir')
    expect(decide('admin', sesion(modo))).toBe('mapa')
    expect(decide('admin', sesion(modo, 'admin'))).toBe('seguir')
    expect(decide('admin', sesion(modo, 'empresa'))).toBe('seguir')
    expect(decide('admin', sesion(modo, 'lectura'))).toBe('mapa')
  })

  it('who may only look registers nothing', () => {
    expect(decide('alta', sesion('completo', 'lectura'))).toBe('mapa')
    expect(decide('alta', sesion('completo'))).toBe('seguir')
    expect(decide('sesion', sesion('completo', 'lectura'))).toBe('seguir')
  })
})

describe('what is said of a screen that may not be opened', () => {
  it.each([
    ['mapa', '/admin/usuarios', 'Usuarios', 'Tu cuenta no puede abrir «Usuarios».'],
    ['panel', '/poc-status', 'Inventario', 'Tu cuenta no puede abrir «Inventario».'],
    ['custodia', '/secret', undefined, 'Tu cuenta no puede abrir esa página.'],
  ] as const)('%s instead of %s', (decision, ruta, titulo, texto) => {
    expect(formatDenegada(decision, ruta, titulo)).toBe(texto)
  })
  it.each([
    ['panel', '/'],
    ['panel', '/Control'],
    ['custodia', '/control/'],
    ['custodia', '/hoy'],
    ['login', '/admin/usuarios'],
    ['perfil', '/poc-status'],
    ['seguir', '/poc-status'],
  ] as const)('%s instead of %s: nothing', (decision, ruta) => {
    expect(formatDenegada(decision, ruta, 'X')).toBeUndefined()
  })
})

describe('destinoSeguro', () => {
  it('keeps a path of this site', () => {
    expect(destinoSeguro('/NewData?search=20014-008')).toBe('/NewData?search=20014-008')
  })
  it.each([
    undefined,
    '',
    '/',
    '/?x=1',
    '/login?mac=A',
    '//malo.example',
    '/\\malo.example',
    'https://malo.example',
  ])('drops %s', (volver) => {
    expect(destinoSeguro(volver)).toBeUndefined()
  })
})
