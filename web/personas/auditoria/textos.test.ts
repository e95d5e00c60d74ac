import { expect, test } from 'vitest'
import { diferencias, nombreEntidad } from './textos'

const t = { zona: 'Europe/Madrid', nombreEmpresa: (id: number) => `E${id}` }

test('a change reads as people say it', () => {
  const antes = {
    is_admin: false,
    empresa_id: 1,
    restablecer_caduca: null,
    username_clave: 'ane',
    lat: 42.8467,
  }
  const despues = {
    is_admin: true,
    empresa_id: 2,
    restablecer_caduca: '2026-07-01T10:00:00+00:00',
    username_clave: 'ana',
    lat: null,
  }
  expect(diferencias({ antes, despues }, t)).toEqual([
    { campo: 'Administrador', antes: 'No', despues: 'Sí' },
    { campo: 'Empresa', antes: 'E1', despues: 'E2' },
    { campo: 'Código para restablecer, hasta', antes: '—', despues: '01/07/2026 12:00:00' },
    { campo: 'Latitud', antes: '42,8467', despues: '—' },
  ])
})

test('what is made has no empty fields, and unknown words are still readable', () => {
  expect(diferencias({ antes: null, despues: { id: 7, etiqueta: null, nombre_corto: 'X' } }, t)).toEqual([
    { campo: 'Nombre corto', antes: '—', despues: 'X' },
  ])
  expect(nombreEntidad('ubicacion')).toBe('Ubicación')
  expect(nombreEntidad('cosa_nueva')).toBe('Cosa nueva')
})
