import { describe, expect, it } from 'vitest'
import { decoderOf } from '../server/oir/lecturas/formats/gateways/makers'
import { parseTopic } from '../server/oir/lecturas/formats/gateways/topics'
import type { Medidas } from '../server/oir/lecturas/formats/lectura'
import { bateriaDeMv } from '../server/oir/lecturas/rules/bateria'
import { CON_ACELERACION, codificadores } from './anuncios/codificadores'
import type { Muestra } from './anuncios/muestra'
import { messageEncoders } from './gateways/message-encoders'
import type { Gateway, Observation } from './gateways/observation'
import { CONTENEDORES, type Etiqueta, type ReaderFormat } from './plant/planta'

const VOCES = Object.keys(messageEncoders) as ReaderFormat[]
const HABLAS = Object.keys(codificadores) as Etiqueta[]
const PAIRS = VOCES.flatMap((readerFormat) => HABLAS.map((habla) => ({ voz: readerFormat, habla })))
const NOW = Date.UTC(2026, 2, 1, 10, 0, 0)
const LECTOR: Gateway = { mac: 'C301460050AA', reloj: NOW, encendido: 4321 }
/** The only one of these tags without a thermometer. */
const SIN_TEMPERATURA: Etiqueta = 'ingics'
const CON_MOVIMIENTO: Etiqueta[] = ['ingics', 'teltonika', 'bthome']
const NO_HOUR: ReaderFormat[] = ['theengs']
/** Within this many adverts every frame of every tag occurs. */
const TURNOS = 6
const SALTO = [3.2, -2.4, 1.7] as const

function muestraOf(habla: Etiqueta, cambios: Partial<Muestra> = {}): Muestra {
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

function observationOf(
  habla: Etiqueta,
  cambios: Partial<Muestra> = {},
  tiempo: number | null = NOW - 1000,
): Observation {
  const m = muestraOf(habla, cambios)
  const anuncio = codificadores[habla](m)
  return { mac: m.mac, anuncio, rssi: -62, tiempo, rotatoria: false, golpe: m.golpe }
}

/** What the product reads from a gateway's messages. */
function read(readerFormat: ReaderFormat, observations: Observation[], gateway = LECTOR) {
  return messageEncoders[readerFormat].wrap(gateway, observations).map(({ topic, texto }) => {
    const t = parseTopic(topic)
    expect(t).toMatchObject({ formato: readerFormat, lector: gateway.mac })
    return decoderOf(readerFormat)(texto, { lectorTopic: t?.lector, tagTopic: t?.tag })
  })
}

function expectBateria(m: Medidas): void {
  const pct = m.bateria ?? (m.bateriaMv === undefined ? null : bateriaDeMv(m.bateriaMv))
  expect(Math.abs((pct ?? 0) - 64)).toBeLessThan(3)
}

function expectAcceleration(leida: readonly number[] | undefined, enviada: readonly number[]): void {
  for (const [i, g] of enviada.entries()) expect(leida?.[i]).toBeCloseTo(g, 2)
}

describe.each(PAIRS)('$habla heard by $voz', ({ voz: readerFormat, habla }) => {
  it('is read whole over its turns', () => {
    const junto: Medidas = {}
    for (let secuencia = 0; secuencia < TURNOS; secuencia++) {
      const leidos = read(readerFormat, [observationOf(habla, { secuencia })])
      expect(leidos.flatMap((d) => d.rechazos)).toEqual([])
      const [lectura] = leidos.flatMap((d) => d.lecturas)
      expect(lectura).toMatchObject({ mac: muestraOf(habla).mac, lector: LECTOR.mac, rssi: -62 })
      expect(lectura?.tiempo).toBe(NO_HOUR.includes(readerFormat) ? null : NOW - 1000)
      expect(lectura?.extra).not.toHaveProperty('anuncio')
      Object.assign(junto, lectura?.medidas)
    }
    expectBateria(junto)
    if (habla !== SIN_TEMPERATURA) expect(Math.abs((junto.temperatura ?? 0) - 18.4)).toBeLessThan(0.06)
    if (CON_MOVIMIENTO.includes(habla)) expect(junto.enMovimiento).toBe(true)
    if (habla === 'ruuvi' || habla === 'teltonika') expect(junto.contadorMovimiento).toBe(77)
    if (CON_ACELERACION.has(habla)) expectAcceleration(junto.aceleraciones?.at(-1), [-0.25, 0.31, 1.1])
    if (habla === 'ingics') expectAcceleration(junto.aceleraciones?.[1], [0.12, -0.41, 0.8])
    if (habla === 'ibeacon') expect(junto.ibeacon?.uuid).toHaveLength(32)
  })

  it('shows a hit in whatever turn it comes', () => {
    if (!CON_ACELERACION.has(habla)) return
    const [, previa, last] = muestraOf(habla).aceleraciones
    for (let secuencia = 0; secuencia < TURNOS; secuencia++) {
      const [parsed] = read(readerFormat, [
        observationOf(habla, { secuencia, golpe: true, aceleraciones: [previa, last, SALTO] }),
      ])
      const g = parsed?.lecturas[0]?.medidas.aceleraciones?.at(-1)
      expectAcceleration(g, SALTO)
    }
  })
})

describe('gateways', () => {
  it.each(VOCES)('%s is read without a clock', (readerFormat) => {
    const leidos = read(readerFormat, [observationOf('ruuvi', {}, null)], { ...LECTOR, reloj: null })
    expect(leidos.flatMap((d) => d.rechazos)).toEqual([])
    expect(leidos.flatMap((d) => d.lecturas)).toMatchObject([{ mac: muestraOf('ruuvi').mac, tiempo: null }])
  })

  it.each(VOCES)('%s shows itself alive', (readerFormat) => {
    for (const { topic, texto } of messageEncoders[readerFormat].heartbeat(LECTOR)) {
      const parsed = decoderOf(readerFormat)(texto, { lectorTopic: parseTopic(topic)?.lector })
      expect(parsed).toMatchObject({ lecturas: [], rechazos: [], lectores: [{ mac: LECTOR.mac }] })
    }
  })

  it.each(HABLAS)('%s fits into one advert', (habla) => {
    for (let secuencia = 0; secuencia < TURNOS; secuencia++)
      expect(codificadores[habla](muestraOf(habla, { secuencia })).length).toBeLessThanOrEqual(31)
  })
})
