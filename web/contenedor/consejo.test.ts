import { expect, it } from 'vitest'
import type { Dispositivo } from '#contract/dispositivos/dispositivos'
import { consejoOf } from './consejo'

const HOY = '2026-11-22T10:00:00.000+01:00'
const AYER = '2026-11-21T10:00:00.000+01:00'
type Ficha = Parameters<typeof consejoOf>[0]
const ficha = (d: Partial<Dispositivo>, mas: Partial<Ficha> = {}): Ficha => ({
  dispositivo: {
    UltimoRegistro: HOY,
    PosibleEstado: 'Ubicado',
    Nota: null,
    NoSeSabe: null,
    Causa: null,
    Bateria: 80,
    Ubicacion: 'Prensa',
    Situacion: 'en_sitio',
    Certeza: 0.95,
    Activado: 'Activado',
    ...d,
  } as Dispositivo,
  etiquetas: [],
  impactos: [],
  eliminado: null,
  ...mas,
})
const cambio = (momento: string) => ({ etiquetas: [{ momento, antes: 'A', despues: 'B', username: 'ane' }] })
const conDanio = { impactos: [{ hubo_danio: true, revisado: false }] } as unknown as Partial<Ficha>

it.each([
  ['all is well', ficha({}), 'No hay nada que hacer', null],
  ['never heard', ficha({ UltimoRegistro: null }), 'Acércalo a un lector', 'etiqueta'],
  [
    'its new tag not heard yet',
    ficha({ UltimoRegistro: AYER }, cambio(HOY)),
    'Acércalo a un lector',
    'etiqueta',
  ],
  ['its new tag heard', ficha({}, cambio(AYER)), 'No hay nada que hacer', null],
  ['lost', ficha({ PosibleEstado: 'Posible extravío' }), 'Búscalo desde Prensa', 'etiqueta'],
  ['under way', ficha({ PosibleEstado: 'Posible tránsito' }), 'Puede ir de camino', 'etiqueta'],
  [
    'its reader silent',
    ficha({ NoSeSabe: 'No se sabe desde 15/11 04:35, por lector sin señal' }),
    'No se sabe desde',
    'causa',
  ],
  ['weak', ficha({ PosibleEstado: 'Necesita revisar', Bateria: 7.6 }), 'un 8 % de pila', 'etiqueta'],
  [
    'damaged',
    ficha({ PosibleEstado: 'Necesita revisar', Bateria: 7 }, conDanio),
    'daño sin cerrar',
    'incidencias',
  ],
  ['damaged long ago', ficha({ PosibleEstado: 'Necesita revisar' }), 'daño sin cerrar', 'incidencias'],
  ['nobody knows where', ficha({ Certeza: 0.5 }), 'El lugar no es seguro', 'lugar'],
  ['switched off', ficha({ Activado: 'Desactivado' }), 'Está desactivado', null],
  ['deleted', ficha({ PosibleEstado: 'Posible extravío' }, { eliminado: HOY }), 'Está eliminado', null],
] as const)('%s', (_, suya, texto, accion) => {
  const [dice, hace] = consejoOf(suya)
  expect(dice).toContain(texto)
  expect(hace).toBe(accion)
})
