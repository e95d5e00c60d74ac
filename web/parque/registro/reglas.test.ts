import { expect, it } from 'vitest'
import { INICIAL, registroOf, review } from './reglas'

const FORMATO = 'El apodo debe tener el formato: números, un guion y números (ej: 20014-008).'
const BUENO = { ...INICIAL, apodo: ' 20014-008 ', mac_serie: ' AC233F000001 ' }
const LECTOR = { ...BUENO, apodo: '900-1', tipo_dispositivo: 'Reader' as const }

// cubre: validacion 1-2
it.each([
  [{ ...BUENO, apodo: '' }, 'apodo', FORMATO],
  [{ ...BUENO, apodo: '20014' }, 'apodo', FORMATO],
  [{ ...BUENO, apodo: '20014-x' }, 'apodo', FORMATO],
  [{ ...BUENO, apodo: 'x20014-1' }, 'apodo', FORMATO],
  [{ ...LECTOR, apodo: ' ' }, 'apodo', 'Falta apodo'],
  [{ ...BUENO, mac_serie: ' ' }, 'mac_serie', 'Falta la MAC ficticia (mac_serie).'],
  [{ ...LECTOR, lat: '42' }, 'lon', 'La latitud y la longitud van juntas.'],
  [{ ...LECTOR, lon: '-2' }, 'lat', 'La latitud y la longitud van juntas.'],
])('what is wrong: %j', (datos, campo, texto) => {
  expect(review(datos)).toEqual({ campo, texto })
})

it('nothing is wrong with a good one', () => {
  expect(review(BUENO)).toBeNull()
  expect(review(LECTOR)).toBeNull()
  expect(review({ ...LECTOR, apodo: 'LEC-104' })).toBeNull()
  expect(review({ ...BUENO, apodo: 'CAJA 1' }, { apodo: 'CAJA 1' })).toBeNull()
  expect(review({ ...BUENO, apodo: '' }, { apodo: '' })).toEqual({ campo: 'apodo', texto: FORMATO })
  expect(registroOf(BUENO, 2)).toEqual({
    empresa: 2,
    mac_serie: 'AC233F000001',
    tipo_dispositivo: 'SmartBle',
    apodo: '20014-008',
    estado: 'Activado',
    etiqueta: null,
  })
})

// cubre: entidades 13, validacion 10
it('coordinates are sent of readers alone, and only both', () => {
  const con = { lat: '42,85', lon: '-2.67' }
  expect(registroOf({ ...LECTOR, ...con }, 1)).toMatchObject({ lat: 42.85, lon: -2.67 })
  for (const datos of [
    { ...BUENO, ...con },
    { ...LECTOR, ...con, lat: '' },
    { ...LECTOR, ...con, lon: ' ' },
  ]) {
    expect(registroOf(datos, undefined)).not.toHaveProperty('lat')
    expect(registroOf(datos, undefined)).not.toHaveProperty('lon')
  }
})

it('what is no MAC is asked about where it may be a serial number, once nothing else is wrong', () => {
  const raro = { ...BUENO, mac_serie: 'tr-00917' }
  expect(review(raro)).toMatchObject({ campo: 'mac_serie', confirmar: true })
  expect(review(raro, { esSerie: true })).toBeNull()
  expect(registroOf(raro, 1, true)).toMatchObject({ mac_serie: 'tr-00917', es_serie: true })
  expect(review({ ...LECTOR, mac_serie: 'tr-00917', lat: '42' })).toMatchObject({ campo: 'lon' })
  for (const mac_serie of ['zz:zz', 'AC:23:3F:00:00:0G', 'a b', '--', 'ñandú-1'])
    for (const esSerie of [false, true]) {
      const r = review({ ...BUENO, mac_serie }, { esSerie })
      expect([mac_serie, r?.campo, r?.confirmar]).toEqual([mac_serie, 'mac_serie', undefined])
    }
  for (const mac_serie of ['ac233f000001', 'AC:23:3F:00:00:01', 'ac-23-3f-00-00-01'])
    expect(review({ ...BUENO, mac_serie })).toBeNull()
})
