import { expect } from 'vitest'
import type { vectores } from '../oir/lecturas/formats/gateways/vectors/manifest'
import type { Prueba } from './retorna'

type Vector = (typeof vectores)[number]
type Medidas = NonNullable<Vector['lecturas'][0]['medidas']>

/** Reader of samples that name none. */
const SIN_NOMBRE = 'C3000000FF01'

/** Two equal samples without a time: within this time the second is a repetition. */
const REPETICION_MS = 5000

const macsOf = (v: Vector) => [...new Set(v.lecturas.map((l) => l.mac))]

/**
 * Register the readers and tags of a sample.
 * @returns the reader that sends it
 */
export async function registerVector(p: Prueba, v: Vector): Promise<string> {
  const lector = v.lecturas[0]?.lector ?? v.contexto.lectorTopic ?? SIN_NOMBRE
  for (const l of new Set([lector, ...v.lecturas.map((x) => x.lector)]))
    if (l) await p.register(l, 'Reader', `LEC-${l}`, { lat: 42.8, lon: -2.6 })
  for (const mac of macsOf(v)) await p.register(mac, 'SmartBle', `1-${Number.parseInt(mac.slice(-10), 16)}`)
  return lector
}

/** Expect that every tag of the sample was heard since `desde` and shows what the manifest states. */
export async function expectVector(p: Prueba, v: Vector, desde: number): Promise<void> {
  for (const mac of macsOf(v)) {
    const d = await p.device(mac)
    expect(Date.parse(d.UltimoRegistro as string)).toBeGreaterThanOrEqual(desde - REPETICION_MS)
    const medidas = v.lecturas.filter((l) => l.mac === mac).flatMap((l) => (l.medidas ? [l.medidas] : []))
    const last = <K extends keyof Medidas>(k: K) => medidas.map((m) => m[k]).findLast((x) => x !== undefined)
    if (last('bateria') !== undefined) expect(d.Bateria).toBeCloseTo(last('bateria') as number, 0)
    if (last('bateriaMv') !== undefined) expect(d.BateriaMv).toBe(last('bateriaMv'))
    if (last('temperatura') !== undefined) expect(d.Temperatura).toBeCloseTo(last('temperatura') as number, 1)
    if (last('humedad') !== undefined) expect(d.Humedad).toBeCloseTo(last('humedad') as number, 1)
    if (last('golpe') || last('caida')) expect(d.Estado).toBe('Impacto')
    else if (last('enMovimiento')) expect(d.Estado).toBe('En movimiento')
  }
}
