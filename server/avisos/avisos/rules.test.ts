import { describe, expect, test } from 'vitest'
import {
  AVISOS,
  asuntoOf,
  joinDatos,
  lineaOf,
  SILENCIO_INICIAL,
  TIPOS_AVISO,
} from '#contract/avisos/avisos/values'
import { MAX_ESPERA_MS, nextIntento } from './delivery/espera'
import { afterSilencio, enPalabras, nextResumen } from './delivery/horario'
import { type Asunto, type Persona, shareAviso, type WebhookSubscriber } from './delivery/routing'

const ZONA = 'Europe/Madrid'
const at = (iso: string) => new Date(iso)

describe('quiet hours', () => {
  const s = { desde: '22:00', hasta: '06:00' }
  test.each([
    ['2026-11-22T20:59:00Z', '2026-11-22T20:59:00Z'],
    ['2026-11-22T21:00:00Z', '2026-11-23T05:00:00Z'],
    ['2026-11-23T04:59:59Z', '2026-11-23T05:00:00Z'],
    ['2026-11-23T05:00:00Z', '2026-11-23T05:00:00Z'],
    // The night is an hour shorter when the clocks go forward.
    ['2026-03-28T22:00:00Z', '2026-03-29T04:00:00Z'],
  ])('%s → %s', (de, a) => expect(afterSilencio(at(de), s, ZONA)).toEqual(at(a)))

  test('within one day, and none', () => {
    expect(afterSilencio(at('2026-07-01T12:30:00Z'), { desde: '14:00', hasta: '15:00' }, ZONA)).toEqual(
      at('2026-07-01T13:00:00Z'),
    )
    expect(afterSilencio(at('2026-07-01T00:00:00Z'), null, ZONA)).toEqual(at('2026-07-01T00:00:00Z'))
    expect(afterSilencio(at('2026-07-01T00:00:00Z'), { desde: '03:00', hasta: '03:00' }, ZONA)).toEqual(
      at('2026-07-01T00:00:00Z'),
    )
  })
})

test('a digest leaves at seven of the plant, of the week on Monday', () => {
  expect(nextResumen(at('2026-11-22T05:59:59Z'), 'dia', ZONA)).toEqual(at('2026-11-22T06:00:00Z'))
  expect(nextResumen(at('2026-11-22T06:00:00Z'), 'dia', ZONA)).toEqual(at('2026-11-23T06:00:00Z'))
  // A Sunday.
  expect(nextResumen(at('2026-11-22T12:00:00Z'), 'semana', ZONA)).toEqual(at('2026-11-23T06:00:00Z'))
  expect(nextResumen(at('2026-11-23T06:00:00Z'), 'semana', ZONA)).toEqual(at('2026-11-30T06:00:00Z'))
  // Summer time begins in between: 07:00 local time.
  expect(nextResumen(at('2026-03-28T12:00:00Z'), 'dia', ZONA)).toEqual(at('2026-03-29T05:00:00Z'))
})

test('tries go from seconds to an hour and end after a day', () => {
  const due = at('2026-11-22T10:00:00Z')
  let now = due
  const esperas: number[] = []
  for (let n = 1; ; n++) {
    const otra = nextIntento(now, due, n)
    if (!otra) break
    esperas.push((otra.getTime() - now.getTime()) / 1000)
    now = otra
  }
  expect(esperas.slice(0, 7)).toEqual([5, 30, 120, 600, 1800, 3600, 3600])
  expect(now.getTime() - due.getTime()).toBeGreaterThan(MAX_ESPERA_MS - 3_600_000)
  expect(esperas.length).toBeLessThan(32)
  expect(nextIntento(due, due, 1, 90)?.getTime()).toBe(due.getTime() + 90_000)
  expect(nextIntento(due, due, 1, 1e9)?.getTime()).toBe(due.getTime() + 3_600_000)
})

const PERSONA: Persona = {
  id: 1,
  nombre: 'Ane',
  rol: 'admin',
  correo: 'ane@planta.example',
  suscripciones: [],
  canales: null,
  silencio: SILENCIO_INICIAL,
  familias: [],
  ubicaciones: [],
}
const CAUSA: Asunto = {
  tipo: 'causa_abierta',
  gravedad: 'grave',
  lugares: [],
  familias: [],
  menos: [],
  desde: at('2026-11-22T23:30:00Z'),
}
const WEBHOOK_SUBSCRIBER: WebhookSubscriber = {
  id: 9,
  nombre: 'ERP',
  tipos: [],
  familias: [],
  ubicaciones: [],
}

describe('who is told', () => {
  test('what is grave passes the quiet hours, what is not waits for their end', () => {
    const grave = shareAviso(CAUSA, [PERSONA], [], ZONA)
    expect(grave.usuarios).toEqual([1])
    expect(grave.entregas).toMatchObject([{ destino: 'correo:1', resumen: false, siguiente: CAUSA.desde }])
    const normal = shareAviso({ ...CAUSA, tipo: 'causa_cerrada', gravedad: 'normal' }, [PERSONA], [], ZONA)
    expect(normal.entregas[0]?.siguiente).toEqual(at('2026-11-23T05:00:00Z'))
  })

  test('by role: who administers by mail, who works there by telephone, who looks in the application', () => {
    const suscripciones = [{ id: 4, aparato: 'Chrome en Android' }]
    const vias = (rol: Persona['rol'], tipo: Asunto['tipo']) =>
      shareAviso({ ...CAUSA, tipo }, [{ ...PERSONA, rol, suscripciones }], [], ZONA).entregas.map(
        (e) => e.destino,
      )
    expect(vias('admin', 'causa_abierta')).toEqual(['correo:1', 'push:4'])
    expect(vias('operario', 'causa_abierta')).toEqual([])
    expect(vias('operario', 'golpe')).toEqual(['push:4'])
    expect(vias('lectura', 'golpe')).toEqual([])
    for (const rol of ['lectura', 'operario', 'empresa', 'admin'] as const)
      for (const tipo of TIPOS_AVISO) {
        const who = shareAviso({ ...CAUSA, tipo }, [{ ...PERSONA, rol }], [], ZONA).usuarios
        expect(who, `${rol} ${tipo}`).toEqual(rol === 'lectura' && AVISOS[tipo].cambia ? [] : [1])
      }
  })

  test('what somebody only looks at who may do nothing about it does not reach them, whatever they chose; nor who did it', () => {
    const canales = { propuesta: { app: 'ya', correo: 'ya', push: 'ya' } } as const
    const suscripciones = [{ id: 4, aparato: 'Chrome en Android' }]
    const share = (rol: Persona['rol'], menos: number[]) =>
      shareAviso(
        { ...CAUSA, tipo: 'propuesta', menos },
        [{ ...PERSONA, rol, canales, suscripciones }],
        [WEBHOOK_SUBSCRIBER],
        ZONA,
      )
    expect(share('operario', []).usuarios).toEqual([1])
    expect(share('operario', []).entregas).toHaveLength(3)
    for (const nobody of [share('lectura', []), share('operario', [1])]) {
      expect(nobody.usuarios).toEqual([])
      expect(nobody.entregas.map((e) => e.destino)).toEqual(['webhook:9'])
    }
  })

  test('a choice counts before the role', () => {
    const canales = { causa_abierta: { app: 'no', correo: 'semana', push: 'no' } } as const
    const r = shareAviso(CAUSA, [{ ...PERSONA, canales }], [], ZONA)
    expect(r.usuarios).toEqual([])
    expect(r.entregas).toMatchObject([{ resumen: true, siguiente: at('2026-11-23T06:00:00Z') }])
  })

  test('places and families narrow it; what is of none concerns everybody', () => {
    const told = (a: Partial<Asunto>, p: Partial<Persona>) =>
      shareAviso({ ...CAUSA, ...a }, [{ ...PERSONA, ...p }], [], ZONA).usuarios.length === 1
    expect(told({ lugares: [3] }, { ubicaciones: [3, 4] })).toBe(true)
    expect(told({ lugares: [5] }, { ubicaciones: [3, 4] })).toBe(false)
    expect(told({ lugares: [] }, { ubicaciones: [3, 4] })).toBe(true)
    expect(told({ familias: ['20014'] }, { familias: ['20015'] })).toBe(false)
    expect(told({ familias: ['20014', '20015'], lugares: [3] }, { familias: ['20015'] })).toBe(true)
  })

  test('no address, no mail; a webhook only of its kinds', () => {
    expect(shareAviso(CAUSA, [{ ...PERSONA, correo: null }], [], ZONA).entregas).toEqual([])
    expect(shareAviso(CAUSA, [], [WEBHOOK_SUBSCRIBER], ZONA).entregas).toMatchObject([
      { destino: 'webhook:9', usuario: null },
    ])
    expect(shareAviso(CAUSA, [], [{ ...WEBHOOK_SUBSCRIBER, tipos: ['golpe'] }], ZONA).entregas).toEqual([])
  })
})

describe('the words of each kind', () => {
  const m = enPalabras(at('2026-11-22T12:00:00Z'), ZONA)
  const desde = '2026-11-22T09:31:00Z'
  test('one and many, of today and of before', () => {
    expect(
      lineaOf(
        {
          tipo: 'causa_abierta',
          datos: {
            que: 'Lector Muelle 3 sin señal',
            contenedores: 1300,
            desde,
            porque: 'No llega su latido',
          },
        },
        m,
      ),
    ).toBe('Lector Muelle 3 sin señal desde las 10:31: afecta a 1.300 contenedores. No llega su latido.')
    expect(
      lineaOf(
        {
          tipo: 'causa_cerrada',
          datos: {
            que: 'Lector Muelle 3 sin señal',
            contenedores: 1,
            desde: '2026-11-21T00:05:00Z',
            hasta: desde,
          },
        },
        m,
      ),
    ).toBe(
      'Resuelto: Lector Muelle 3 sin señal, desde el 21/11 a la 1:05 hasta las 10:31; afectó a 1 contenedor.',
    )
    expect(
      lineaOf(
        { tipo: 'golpe', datos: { contenedor: '20014-008', lugar: 'Muelle 3', impactos: 3, g: 6.24, desde } },
        m,
      ),
    ).toBe('Golpe del contenedor 20014-008 en Muelle 3 a las 10:31: 3 impactos, 6,24 g.')
    expect(
      lineaOf(
        { tipo: 'golpe', datos: { contenedor: '20014-008', impactos: 1, desde: '2025-11-20T09:31:00Z' } },
        m,
      ),
    ).toBe('Golpe del contenedor 20014-008 el 20/11/2025 a las 10:31.')
  })

  test('what is told together is counted', () => {
    const uno = { contenedores: ['20014-001'], n: 1, lugar: 'Muelle 3', desde }
    const all = [2, 3, 4, 5].reduce(
      (j, i) =>
        joinDatos('extravio', j, { ...uno, contenedores: [`20014-00${i}`], desde: '2026-11-19T09:31:00Z' }),
      uno,
    )
    expect(lineaOf({ tipo: 'extravio', datos: uno }, m)).toBe(
      'Posible extravío del contenedor 20014-001: nadie lo oye desde las 10:31, cuando estaba en Muelle 3.',
    )
    expect(lineaOf({ tipo: 'extravio', datos: all }, m)).toBe(
      'Posible extravío de 5 contenedores que estaban en Muelle 3 (20014-001, 20014-002, 20014-003 y 2 más): nadie oye al primero desde el 19/11 a las 10:31.',
    )
    expect(asuntoOf({ tipo: 'extravio', datos: all })).toBe('Posible extravío de 5 contenedores')
    expect(lineaOf({ tipo: 'bateria', datos: { ...uno, porciento: 8 } }, m)).toBe(
      'Batería baja en el contenedor 20014-001 en Muelle 3 desde las 10:31: le queda el 8 %.',
    )
    expect(lineaOf({ tipo: 'bateria', datos: { ...uno, contenedores: ['1-1', '1-2'], n: 2 } }, m)).toBe(
      'Batería baja en 2 contenedores de Muelle 3 desde las 10:31: 1-1 y 1-2.',
    )
  })

  test('proposed ones and counts are told with who, how many and what differs', () => {
    const propuesta = {
      contenedores: ['1-1'],
      n: 1,
      familia: '777',
      quien: null,
      desde: '2026-10-19T09:31:00Z',
    }
    expect(lineaOf({ tipo: 'propuesta', datos: propuesta }, m)).toBe(
      'El contenedor 1-1 está propuesto para darlo por perdido: nadie lo oye desde el 19/10 a las 11:31.',
    )
    const dos = joinDatos(
      'propuesta',
      { ...propuesta, quien: 'Ane' },
      { ...propuesta, contenedores: ['1-2'] },
    )
    expect(lineaOf({ tipo: 'propuesta', datos: dos }, m)).toBe(
      'Ane propone dar por perdidos 2 contenedores de la familia 777 (1-1 y 1-2): nadie oye al primero desde el 19/10 a las 11:31.',
    )
    expect(asuntoOf({ tipo: 'propuesta', datos: dos })).toBe(
      '2 contenedores propuestos para darlos por perdidos',
    )
    const recuento = {
      recuentos: ['Muelle 3'],
      n: 1,
      firma: false,
      faltantes: 1,
      sobrantes: 0,
      desconocidos: 0,
      desde,
    }
    expect(lineaOf({ tipo: 'recuento', datos: recuento }, m)).toBe(
      'El recuento de «Muelle 3», cerrado a las 10:31, tiene diferencias: falta 1.',
    )
    const firma = { ...recuento, firma: true, faltantes: 0 }
    expect(lineaOf({ tipo: 'recuento', datos: firma }, m)).toBe(
      'El recuento de «Muelle 3», cerrado a las 10:31, espera la firma de otra persona: no hay diferencias.',
    )
    const otro = { ...firma, recuentos: ['Familia 777'], faltantes: 3, sobrantes: 2, desconocidos: 1 }
    const juntos = joinDatos('recuento', firma, joinDatos('recuento', otro, otro))
    expect(lineaOf({ tipo: 'recuento', datos: juntos }, m)).toBe(
      '3 recuentos (Muelle 3, Familia 777 y Familia 777) esperan la firma de otra persona: faltan 6, sobran 4 y hay 2 códigos desconocidos; el primero se cerró a las 10:31.',
    )
    expect(asuntoOf({ tipo: 'recuento', datos: juntos })).toBe('3 recuentos por firmar')
  })

  test('every kind says what it is, what its button does and who is told', () => {
    for (const t of TIPOS_AVISO) {
      expect(AVISOS[t].nombre.length).toBeGreaterThan(3)
      expect(AVISOS[t].boton).toMatch(/^(Ver|Revisar) /)
      expect(AVISOS[t].ayuda).toMatch(/\.$/)
    }
  })
})
