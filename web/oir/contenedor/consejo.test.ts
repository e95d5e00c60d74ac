import { expect, it } from 'vitest'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
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
  abiertas: { n: 0, con_danio: 0 },
  espera: { pila: null, atascado: null },
  eliminado: null,
  ...mas,
})
const cambio = (momento: string) => ({ etiquetas: [{ momento, antes: 'A', despues: 'B', username: 'ane' }] })
const conDanio = { abiertas: { n: 1, con_danio: 1 } }
const espera = (mas: Partial<Ficha['espera']>) => ({ espera: { pila: null, atascado: null, ...mas } })
const conGolpes = (n: number) => ({ abiertas: { n, con_danio: 0 } })

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
  ['two impacts that nobody looked at', ficha({}, conGolpes(2)), '2 golpes sin cerrar', 'incidencias'],
  ['one impact', ficha({}, conGolpes(1)), '1 golpe sin cerrar', 'incidencias'],
  [
    'switched off with an impact of before',
    ficha({ Activado: 'Desactivado' }, conGolpes(1)),
    '1 golpe sin cerrar',
    'incidencias',
  ],
  [
    'its battery at its end',
    ficha({}, espera({ pila: 'ya', atascado: 'Prensa' })),
    'Se le acaba la pila:',
    'pila',
  ],
  [
    'stuck',
    ficha({}, espera({ pila: 'este_mes', atascado: 'Prensa' })),
    'más de su tiempo en Prensa',
    'atasco',
  ],
  ['its battery due', ficha({}, espera({ pila: 'este_mes' })), 'la pila este mes', 'pila'],
  ['nobody knows where', ficha({ Certeza: 0.5 }), 'El lugar no es seguro', 'lugar'],
  ['switched off', ficha({ Activado: 'Desactivado' }), 'Está desactivado', null],
  ['deleted', ficha({ PosibleEstado: 'Posible extravío' }, { eliminado: HOY }), 'Está eliminado', null],
] as const)('%s', (_, suya, texto, accion) => {
  const [dice, hace] = consejoOf(suya)
  expect(dice).toContain(texto)
  expect(hace).toBe(accion)
})
