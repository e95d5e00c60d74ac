import { describe, expect, it } from 'vitest'
import type { Celda } from '#contract/parque/dispositivos/dispositivos'
import { colorDeGrupo, group, grupoOf, inciertosOf, nombreDeGrupo, sectoresDeGrupo } from './grupos'

const celda = (c: Partial<Celda>): Celda => ({
  lat: 42.8467,
  lon: -2.6727,
  n: 1,
  impacto: 0,
  movimiento: 0,
  parado: 0,
  extravio: 0,
  revisar: 0,
  dudosos: 0,
  sin_senal: 0,
  lectores: 0,
  lugar: null,
  solo: null,
  ...c,
})

describe('colour of a marker', () => {
  it.each([
    [{ n: 900, impacto: 1, parado: 899 }, 'rojo'],
    [{ n: 9, extravio: 1, revisar: 8 }, 'rojo'],
    [{ n: 9, revisar: 1, movimiento: 8 }, 'amber'],
    [{ n: 9, movimiento: 1, parado: 8 }, 'azul'],
    [{ n: 9, parado: 9 }, 'gris'],
    [{ n: 2, lectores: 2 }, 'violeta'],
    [{ n: 2, lectores: 2, revisar: 1 }, 'amber'],
    [{ n: 3 }, 'gris'],
  ] as const)('%o is %s', (cuentas, token) => {
    expect(colorDeGrupo(celda(cuentas))).toBe(token)
  })
})

describe('shares of the ring', () => {
  it('joins both reds and adds up to one', () => {
    const sectores = sectoresDeGrupo(celda({ n: 10, impacto: 1, extravio: 2, parado: 4 }))
    expect(sectores.map((t) => t.token)).toEqual(['rojo', 'gris', null])
    expect(sectores.map((t) => t.parte)).toEqual([
      expect.closeTo(0.3),
      expect.closeTo(0.4),
      expect.closeTo(0.3),
    ])
  })

  it('keeps one in two hundred in sight', () => {
    const sectores = sectoresDeGrupo(celda({ n: 200, extravio: 1, parado: 199 }))
    expect(sectores).toEqual([
      { token: 'rojo', parte: 0.05 },
      { token: 'gris', parte: expect.closeTo(0.95) },
    ])
  })

  it('shows readers without a state in their own colour', () => {
    expect(sectoresDeGrupo(celda({ n: 4, parado: 3, lectores: 1 }))).toEqual([
      { token: 'gris', parte: 0.75 },
      { token: 'violeta', parte: 0.25 },
    ])
  })

  it('counts a device that is hit and lost once', () => {
    const sectores = sectoresDeGrupo(celda({ n: 2, impacto: 2, extravio: 2, parado: 2 }))
    expect(sectores).toEqual([{ token: 'rojo', parte: 1 }])
  })
})

describe('merging cells', () => {
  const suelto = celda({ lat: 42.9, solo: { mac: 'A', apodo: '20014-1', tipo: 'iBeacon', estado: null } })
  const grupos = group([celda({ n: 3, impacto: 1 }), celda({ n: 5, lon: -2.6726 }), suelto], 14)

  // cubre: mapa 3
  it('merges what is within 60 px and keeps the rest apart', () => {
    expect(grupos.map((g) => g.n).sort()).toEqual([1, 8])
    expect(group([suelto, celda({ n: 2 })], 3)).toHaveLength(1)
  })

  it('parts neighbours again further in', () => {
    expect(group([celda({}), celda({ lon: -2.6722 })], 14)).toHaveLength(1)
    expect(group([celda({}), celda({ lon: -2.6722 })], 18)).toHaveLength(2)
  })

  it('finds the marker of a device', () => {
    expect(grupoOf(grupos, { Dispositivo: 'X', Lat: 42.8467, Lon: -2.6727 })?.n).toBe(8)
    expect(grupoOf(grupos, { Dispositivo: 'A', Lat: 42.9, Lon: -2.67 })?.solo?.mac).toBe('A')
    expect(grupoOf(grupos, { Dispositivo: 'X', Lat: null, Lon: null })).toBeUndefined()
  })

  it('names itself', () => {
    const grupo = grupos.find((g) => g.n === 8)
    expect(grupo && nombreDeGrupo(grupo)).toBe('Grupo de 8 dispositivos: 1 con impacto')
  })

  it('says where it stands, and that it is more than one place', () => {
    const [uno] = group([celda({ n: 5, lugar: 'Expedición' }), celda({ n: 2, lugar: 'Expedición' })], 14)
    expect(uno && nombreDeGrupo(uno)).toBe('Grupo de 7 dispositivos en Expedición')
    const [dos] = group([celda({ n: 2, lugar: 'Limpieza' }), celda({ n: 5, lugar: 'Expedición' })], 14)
    expect(dos?.lugar).toBe('Expedición y 1 más')
  })

  it('says how many of it are not surely there', () => {
    const [uno] = group([celda({ n: 5, dudosos: 1, lugar: 'Expedición' }), celda({ n: 2, sin_senal: 2 })], 14)
    expect(uno && [nombreDeGrupo(uno), inciertosOf(uno)]).toEqual([
      'Grupo de 7 dispositivos en Expedición: 1 dudoso, 2 sin señal',
      3,
    ])
  })
})
