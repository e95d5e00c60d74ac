import { describe, expect, it } from 'vitest'
import type { InstalacionSalud, Salud } from '#contract/operacion/salud/salud'
import { ENLACES, listAtencion } from './atencion'
import { formatBytes, formatCrecimiento, formatDias, formatMs } from './formato'

const AHORA = Date.parse('2026-11-22T12:00:00Z')
const hace = (s: number) => new Date(AHORA - s * 1000).toISOString()

const BIEN: Salud = {
  planta: {
    lectores: { total: 9, nunca: 0, mudo: 0, sordo: 0, reloj: 0, clave: 0 },
    averias: 0,
    cuarentena: { mensajes: 0, ultima: null },
    entregas: { pendientes: 3, reintentos: 0, rechazadas: 0 },
  },
  instalacion: {
    ingesta: [
      {
        proceso: 'a:1',
        desde: hace(900),
        visto: hace(9),
        en_cola: 0,
        lecturas_minuto: 900,
        fallidos: 0,
        retraso: { mediana: 20, p95: 90, peor: 300 },
        ultima: hace(1),
      },
    ],
    broker: { sesiones: 32, sin_leer: 0, desde: null },
    trabajos: [
      {
        nombre: 'copia',
        esperan: 1,
        en_marcha: 0,
        espera_desde: hace(30),
        hecho: hace(3600),
        ms: 800,
        fallado: null,
        error: null,
        fallos: 0,
      },
    ],
    base: {
      integrada: true,
      bytes: 1e9,
      al_dia: 1e6,
      dias: 3,
      grupos: [],
      disco: { libre: 5e10, total: 1e11, dias: 50_000 },
    },
    copias: { cuantas: 7, ultima: { archivo: 'x', hecha: hace(80_000), bytes: 5 } },
    reloj: null,
    retenidas: null,
    versiones: { retorna: '1', postgres: '17', node: '20', migraciones: 40, pendientes: 0 },
  },
}
const dicho = (mal: Partial<InstalacionSalud>, planta: Partial<Salud['planta']> = {}) =>
  listAtencion(
    {
      planta: { ...BIEN.planta, ...planta },
      instalacion: { ...(BIEN.instalacion as InstalacionSalud), ...mal },
    },
    AHORA,
  ).map((a) => a.texto)
const [proceso] = BIEN.instalacion?.ingesta ?? []
const [trabajo] = BIEN.instalacion?.trabajos ?? []
if (!proceso || !trabajo) throw new Error('incomplete')
const base = (BIEN.instalacion as InstalacionSalud).base

describe('what asks for attention', () => {
  it('is nothing where all is well, whoever asks', () => {
    expect(listAtencion(BIEN, AHORA)).toEqual([])
    expect(listAtencion({ ...BIEN, instalacion: null }, AHORA)).toEqual([])
  })
  it.each([
    ['no ingest', { ingesta: [] }, 'Ningún proceso recibe lecturas'],
    [
      'the only one is silent',
      { ingesta: [{ ...proceso, visto: hace(61) }] },
      'Ningún proceso recibe lecturas',
    ],
    [
      'one of two is silent',
      { ingesta: [proceso, { ...proceso, proceso: 'b:2', visto: hace(61) }] },
      'El proceso b:2 no da señales',
    ],
    [
      'readings are slow',
      { ingesta: [{ ...proceso, retraso: { mediana: 1, p95: 5001, peor: 9000 } }] },
      'Las lecturas tardan 5 s en guardarse',
    ],
    [
      'nothing is kept',
      { ingesta: [{ ...proceso, fallidos: 3 }] },
      'No se han podido guardar 3 mensajes de lectores',
    ],
    ['many wait', { ingesta: [{ ...proceso, en_cola: 10_001 }] }, 'Esperan 10.001 lecturas por guardar'],
    [
      'some sessions at the broker are not read',
      { broker: { sesiones: 32, sin_leer: 16, desde: hace(600) } },
      'Hay mensajes de lectores que pueden esperar en el broker MQTT: no se leen 16 sesiones de 32 desde hace 10 min',
    ],
    [
      'none is read',
      { broker: { sesiones: 32, sin_leer: 32, desde: hace(90) } },
      'Hay mensajes de lectores que pueden esperar en el broker MQTT: no se leen sus sesiones desde hace 2 min',
    ],
    [
      'work fails',
      { trabajos: [{ ...trabajo, fallos: 2, error: 'x' }] },
      '«Hace la copia diaria» ha fallado 2 veces seguidas',
    ],
    [
      'work is not begun',
      { trabajos: [{ ...trabajo, espera_desde: hace(660) }] },
      '«Hace la copia diaria» espera desde hace 11 min',
    ],
    [
      'the disk is nearly full',
      { base: { ...base, disco: { libre: 4e9, total: 1e11, dias: null } } },
      'En el disco solo quedan 4 GB',
    ],
    [
      'the disk will be full',
      { base: { ...base, disco: { libre: 4e10, total: 1e11, dias: 13.5 } } },
      'El disco se llena en unos 13 días',
    ],
    [
      'a restored copy',
      { retenidas: { desde: hace(60), cuantas: 2 } },
      'Se restauró una copia y no sale ningún aviso hasta «npm run salidas»; 2 envíos esperan',
    ],
    [
      'the clock of the machine is a day behind',
      { reloj: { desde: hace(60), adelanto_s: -86_400 } },
      'El reloj de la máquina saltó 24 h hacia atrás y no se cree: lo que llega se fecha por su llegada, y los trabajos de cada minuto esperan. Pon en hora la máquina',
    ],
    [
      'it is two minutes ahead',
      { reloj: { desde: hace(60), adelanto_s: 120 } },
      'El reloj de la máquina saltó 2 min hacia delante y no se cree: lo que llega se fecha por su llegada, y los trabajos de cada minuto esperan. Pon en hora la máquina',
    ],
    ['no copies', { copias: { cuantas: 0, ultima: null } }, 'No se hace ninguna copia diaria'],
    ['no copy yet', { copias: { cuantas: 7, ultima: null } }, 'Todavía no hay ninguna copia'],
    [
      'an old copy',
      { copias: { cuantas: 7, ultima: { archivo: 'x', hecha: hace(37 * 3600), bytes: 1 } } },
      'La última copia es de hace 37 h',
    ],
  ] as [string, Partial<InstalacionSalud>, string][])('%s', (_, mal, texto) => {
    expect(dicho(mal)).toEqual([texto])
  })
  it('says what is grave first, each with where it is listed', () => {
    const planta = {
      ...BIEN.planta,
      averias: 2,
      cuarentena: { mensajes: 1, ultima: hace(5) },
      entregas: { pendientes: 3, reintentos: 1, rechazadas: 4 },
    }
    expect(listAtencion({ planta, instalacion: null }, AHORA).map((a) => [a.texto, a.enlace])).toEqual([
      ['2 averías abiertas', ENLACES.averias],
      ['4 avisos no entregados en 24 h', ENLACES.rechazadas],
      ['1 mensaje que no se pudo leer', ENLACES.cuarentena],
      ['1 aviso que se vuelve a intentar', ENLACES.pendientes],
    ])
  })
})

describe('figures in words', () => {
  it('says bytes, growth, delays and days', () => {
    expect([0, 999, 1500, 12_345_678, 123_456_789, 2.5e12].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1,5 kB',
      '12,3 MB',
      '123 MB',
      '2,5 TB',
    ])
    expect([null, 0, 2.5e6, -2.5e6].map(formatCrecimiento)).toEqual([
      'Aún no se sabe',
      'No crece',
      '+2,5 MB al día',
      '−2,5 MB al día',
    ])
    expect([7.4, 1234, 120_000].map(formatMs)).toEqual(['7 ms', '1,2 s', '2 min'])
    expect([0.4, 1.2, 40, 800, 9999].map(formatDias)).toEqual([
      'menos de un día',
      'un día',
      'unos 40 días',
      'unos 2 años',
      'más de 5 años',
    ])
  })
})
