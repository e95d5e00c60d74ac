import { describe, expect, it } from 'vitest'
import { type Acceso, decidir, destinoSeguro } from './guardia'

const sesion = (empresa: number, is_admin = false) => ({ empresa, is_admin, pendiente: undefined })

describe('decidir', () => {
  it.each<[Acceso, string]>([
    ['entrada', 'seguir'],
    ['libre', 'seguir'],
    ['abierta', 'seguir'],
    ['perfil', 'login'],
    ['panel', 'login'],
    ['sesion', 'login'],
    ['admin', 'login'],
  ])('without a session, %s: %s', (acceso, decision) => {
    expect(decidir(acceso, null)).toBe(decision)
  })

  it.each([4, 5, 6])('company %i only reaches the panel and what is free', (empresa) => {
    expect(decidir('sesion', sesion(empresa))).toBe('panel')
    expect(decidir('admin', sesion(empresa, true))).toBe('panel')
    expect(decidir('panel', sesion(empresa))).toBe('seguir')
    expect(decidir('perfil', sesion(empresa))).toBe('seguir')
    expect(decidir('libre', sesion(empresa))).toBe('seguir')
    expect(decidir('abierta', sesion(empresa))).toBe('panel')
  })

  it.each<Acceso>(['panel', 'sesion', 'admin'])(
    'who owes a second factor is led from %s to the profile',
    (acceso) => {
      const debe = { ...sesion(1, true), pendiente: 'segundo_factor' as const }
      expect(decidir(acceso, debe)).toBe('perfil')
      expect(decidir('perfil', debe)).toBe('seguir')
      expect(decidir('libre', debe)).toBe('seguir')
    },
  )

  it.each([1, 2, 3, 7])('company %i reaches every screen but the admin ones', (empresa) => {
    expect(decidir('sesion', sesion(empresa))).toBe('seguir')
    expect(decidir('admin', sesion(empresa))).toBe('mapa')
    expect(decidir('admin', sesion(empresa, true))).toBe('seguir')
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
