import { describe, expect, it } from 'vitest'
import { extraPosible, isRotatoria, medidasPosibles, normalizeMac, normalizeTime } from './fields'

describe('normalizeTiempo', () => {
  it.each([
    [1653668027, 1653668027000],
    ['1653668027', 1653668027000],
    [1635216015.563, 1635216015563],
    [1653668027123, 1653668027123],
    ['2019-08-01T05:54:25Z', 1564638865000],
    ['2019-08-01T07:54:25+02:00', 1564638865000],
    ['2019-08-01 05:54:25', 1564638865000],
    [1246, null],
    [0, null],
    [1653668027123456, null],
    ['2014-12-31T23:59:59Z', null],
    ['2100-01-01T00:00:00Z', null],
    ['2026-13-01T00:00:00Z', null],
    ['1', null],
    ['ayer', null],
    [Number.NaN, null],
    [{}, null],
  ])('%s is %s', (valor, esperado) => expect(normalizeTime(valor)).toBe(esperado))
})

describe('normalizeMac', () => {
  it.each([
    ['ac:23:3f:c0:01:ea', 'AC233FC001EA'],
    ['AC-23-3F-C0-01-EA', 'AC233FC001EA'],
    [' ac233fc001ea ', 'AC233FC001EA'],
    ['ac:23-3f:c0:01:ea', null],
    ['00:00:00:00:00:00', null],
    ['ffffffffffff', null],
    ['ac233fc001e', null],
    ['ac233fc001eag', null],
    [112233445566, null],
    [null, null],
  ])('%s is %s', (valor, esperado) => expect(normalizeMac(valor)).toBe(esperado))
})

describe('medidasPosibles', () => {
  it('drops field by field what cannot be', () => {
    expect(
      medidasPosibles({
        bateria: 101,
        bateriaMv: 0,
        temperatura: '21.5',
        humedad: 127.5,
        presionPa: Number.NaN,
        lat: 42,
        roll: 181,
        contadorMovimiento: 1.5,
        golpe: 'sí',
        enMovimiento: 1,
        aceleraciones: [[0, 0, 1], [0, 0, 33], [0, 0], 'x'],
        extremos: { x: [1, -1], y: [0, 1], z: [0, 1] },
        ibeacon: { uuid: 'corto', major: 1, minor: 1 },
      }),
    ).toEqual({ temperatura: 21.5, enMovimiento: true, aceleraciones: [[0, 0, 1]] })
  })

  it('takes 0,0 for a receiver without a fix', () => {
    expect(medidasPosibles({ lat: 0, lon: 0 })).toEqual({})
  })
})

describe('extraPosible', () => {
  it('keeps 40 plain scalars and cuts texts', () => {
    const muchas = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, n]))
    expect(Object.keys(extraPosible(muchas))).toHaveLength(40)
    expect(extraPosible({ a: 'x'.repeat(300), 'b c': 1, ñ: 1, d: {}, e: Number.NaN, f: 'a\u0000b' })).toEqual(
      {
        a: 'x'.repeat(256),
        f: 'ab',
      },
    )
  })

  it('refuses keys that touch prototypes', () => {
    expect(extraPosible(JSON.parse('{"__proto__":1,"constructor":"x","a":1}'))).toEqual({ a: 1 })
  })
})

it('tells rotating addresses from static random ones', () => {
  expect(isRotatoria('6087574C9BC2')).toBe(true)
  expect(isRotatoria('F41F0C28CBD6')).toBe(false)
})
