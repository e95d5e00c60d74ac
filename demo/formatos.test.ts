import { describe, expect, it } from 'vitest'
import { decodificadores } from '../server/lecturas/formatos/gateways/registro'
import { parseTopic } from '../server/lecturas/formatos/gateways/topics'
import type { Medidas } from '../server/lecturas/formatos/lectura'
import { bateriaDeMv } from '../server/lecturas/reglas/bateria'
import type { Muestra } from './anuncios/muestra'
import { CON_ACELERACION, codificadores } from './anuncios/registro'
import type { Gateway, Oida } from './gateways/oida'
import { envolturas } from './gateways/registro'
import { CONTENEDORES, type Etiqueta, type Voz } from './planta'

const VOCES = Object.keys(envolturas) as Voz[]
const HABLAS = Object.keys(codificadores) as Etiqueta[]
const PARES = VOCES.flatMap((voz) => HABLAS.map((habla) => ({ voz, habla })))
const AHORA = Date.UTC(2026, 2, 1, 10, 0, 0)
const LECTOR: Gateway = { mac: 'C301460050AA', reloj: AHORA, encendido: 4321 }
/** The only one of them without a thermometer. */
const SIN_TEMPERATURA: Etiqueta = 'ingics'
const CON_MOVIMIENTO: Etiqueta[] = ['ingics', 'teltonika', 'bthome']
const SIN_HORA: Voz[] = ['theengs']
/** Every frame of every tag comes up within these. */
const TURNOS = 6
const SALTO = [3.2, -2.4, 1.7] as const

function muestraDe(habla: Etiqueta, cambios: Partial<Muestra> = {}): Muestra {
  return {
    mac: CONTENEDORES.find((c) => c.habla === habla)?.mac as string,
    bateria: 64,
    temperatura: 18.4,
    humedad: 47,
    aceleraciones: [
      [0.02, -0.03, 0.99],
      [0.12, -0.41, 0.8],
      [-0.25, 0.31, 1.1],
    ],
    enMovimiento: true,
    contador: 77,
    secuencia: 0,
    golpe: false,
    ...cambios,
  }
}

function oidaDe(habla: Etiqueta, cambios: Partial<Muestra> = {}, tiempo: number | null = AHORA - 1000): Oida {
  const m = muestraDe(habla, cambios)
  const anuncio = codificadores[habla](m)
  return { mac: m.mac, anuncio, rssi: -62, tiempo, rotatoria: false, golpe: m.golpe }
}

/** What the product reads from what a gateway sends. */
function read(voz: Voz, oidas: Oida[], gateway = LECTOR) {
  return envolturas[voz].wrap(gateway, oidas).map(({ topic, texto }) => {
    const t = parseTopic(topic)
    expect(t).toMatchObject({ formato: voz, lector: gateway.mac })
    return decodificadores[voz](texto, { lectorTopic: t?.lector, tagTopic: t?.tag })
  })
}

function expectBateria(m: Medidas): void {
  const pct = m.bateria ?? (m.bateriaMv === undefined ? null : bateriaDeMv(m.bateriaMv))
  expect(Math.abs((pct ?? 0) - 64)).toBeLessThan(3)
}

function expectAceleracion(leida: readonly number[] | undefined, enviada: readonly number[]): void {
  for (const [i, g] of enviada.entries()) expect(leida?.[i]).toBeCloseTo(g, 2)
}

describe.each(PARES)('$habla heard by $voz', ({ voz, habla }) => {
  it('is read whole over its turns', () => {
    const junto: Medidas = {}
    for (let secuencia = 0; secuencia < TURNOS; secuencia++) {
      const leidos = read(voz, [oidaDe(habla, { secuencia })])
      expect(leidos.flatMap((d) => d.rechazos)).toEqual([])
      const [lectura] = leidos.flatMap((d) => d.lecturas)
      expect(lectura).toMatchObject({ mac: muestraDe(habla).mac, lector: LECTOR.mac, rssi: -62 })
      expect(lectura?.tiempo).toBe(SIN_HORA.includes(voz) ? null : AHORA - 1000)
      expect(lectura?.extra).not.toHaveProperty('anuncio')
      Object.assign(junto, lectura?.medidas)
    }
    expectBateria(junto)
    if (habla !== SIN_TEMPERATURA) expect(Math.abs((junto.temperatura ?? 0) - 18.4)).toBeLessThan(0.06)
    if (CON_MOVIMIENTO.includes(habla)) expect(junto.enMovimiento).toBe(true)
    if (habla === 'ruuvi' || habla === 'teltonika') expect(junto.contadorMovimiento).toBe(77)
    if (CON_ACELERACION.has(habla)) expectAceleracion(junto.aceleraciones?.at(-1), [-0.25, 0.31, 1.1])
    if (habla === 'ingics') expectAceleracion(junto.aceleraciones?.[1], [0.12, -0.41, 0.8])
    if (habla === 'ibeacon') expect(junto.ibeacon?.uuid).toHaveLength(32)
  })

  it('shows a hit in whatever turn it comes', () => {
    if (!CON_ACELERACION.has(habla)) return
    const [, previa, ultima] = muestraDe(habla).aceleraciones
    for (let secuencia = 0; secuencia < TURNOS; secuencia++) {
      const [leido] = read(voz, [
        oidaDe(habla, { secuencia, golpe: true, aceleraciones: [previa, ultima, SALTO] }),
      ])
      const g = leido?.lecturas[0]?.medidas.aceleraciones?.at(-1)
      expectAceleracion(g, SALTO)
    }
  })
})

describe('gateways', () => {
  it.each(VOCES)('%s is read without a clock', (voz) => {
    const leidos = read(voz, [oidaDe('ruuvi', {}, null)], { ...LECTOR, reloj: null })
    expect(leidos.flatMap((d) => d.rechazos)).toEqual([])
    expect(leidos.flatMap((d) => d.lecturas)).toMatchObject([{ mac: muestraDe('ruuvi').mac, tiempo: null }])
  })

  it.each(VOCES)('%s shows itself alive', (voz) => {
    for (const { topic, texto } of envolturas[voz].heartbeat(LECTOR)) {
      const leido = decodificadores[voz](texto, { lectorTopic: parseTopic(topic)?.lector })
      expect(leido).toMatchObject({ lecturas: [], rechazos: [], lectores: [{ mac: LECTOR.mac }] })
    }
  })

  it.each(HABLAS)('%s fits into one advert', (habla) => {
    for (let secuencia = 0; secuencia < TURNOS; secuencia++)
      expect(codificadores[habla](muestraDe(habla, { secuencia })).length).toBeLessThanOrEqual(31)
  })
})
