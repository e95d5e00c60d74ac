import { expect, it } from 'vitest'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { createNovedades } from './novedades'

const LIMITES = { minlat: 42, maxlat: 43, minlon: -3, maxlon: -2 }
const tag = (cambio: Partial<Dispositivo> = {}) =>
  ({
    Dispositivo: 'A',
    Estado: 'Parado',
    PosibleEstado: 'Ubicado',
    ApodoLector: 'LEC-107',
    Ubicacion: 'Expedición',
    Lat: 42.5,
    Lon: -2.5,
    UltimoRegistro: '2026-03-29T10:00:00Z',
    Rssi: -60,
    ...cambio,
  }) as Dispositivo

const afterHear = (cambio: Partial<Dispositivo>) => {
  const novedades = createNovedades()
  novedades.remember([tag()])
  return novedades.compare([tag(cambio)], LIMITES)
}

it('finds nothing new in a tag that is only heard again', () => {
  expect(afterHear({ UltimoRegistro: '2026-03-29T10:00:10Z', Rssi: -71, Bateria: 80 })).toEqual({
    macs: [],
    marcadores: false,
    lista: false,
  })
})

it.each([
  { Estado: 'Impacto' },
  { PosibleEstado: 'Necesita revisar' },
  { ApodoLector: 'LEC-108' },
  { Ubicacion: 'Limpieza' },
] as const)('tells that %o is new', (cambio) => {
  expect(afterHear(cambio)).toEqual({ macs: ['A'], marcadores: true, lista: false })
})

it('moves a marker without lighting its row', () => {
  expect(afterHear({ Lat: 42.6 })).toEqual({ macs: [], marcadores: true, lista: false })
})

it('tells who leaves the view and who comes into it', () => {
  expect(afterHear({ Lat: 50 })).toEqual({ macs: [], marcadores: true, lista: true })
  const novedades = createNovedades()
  novedades.remember([tag({ Lat: 50 })])
  expect(novedades.compare([tag()], LIMITES).lista).toBe(true)
})

it('keeps quiet about what changes out of view', () => {
  const novedades = createNovedades()
  novedades.remember([tag({ Lat: 50 })])
  expect(novedades.compare([tag({ Lat: 51, Estado: 'Impacto' })], LIMITES).marcadores).toBe(false)
})

it('draws again for a device it has never seen, and lights nothing', () => {
  expect(createNovedades().compare([tag()], LIMITES)).toEqual({ macs: [], marcadores: true, lista: false })
})

it('tells of a device that is first heard where the list shows all', () => {
  expect(createNovedades().compare([tag()], LIMITES, true).lista).toBe(true)
  expect(createNovedades().compare([tag({ Lat: 50 })], LIMITES, true).lista).toBe(false)
})

it('compares with what was last heard, not with what was fetched since', () => {
  const novedades = createNovedades()
  novedades.remember([tag()])
  novedades.remember([tag({ Estado: 'Impacto' })])
  expect(novedades.compare([tag({ Estado: 'Impacto' })], LIMITES).macs).toEqual(['A'])
})
