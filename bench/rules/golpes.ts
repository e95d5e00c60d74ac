import { INICIALES } from '#contract/parque/ajustes/values'
import type { Acceleration, Medidas } from '#server/oir/lecturas/formats/lectura'
import { createDeviceState, type DeviceState } from '#server/oir/lecturas/rules/device-state'
import { apply } from '#server/oir/lecturas/rules/rules'
import { createPlaceContext, observationIn } from '#server/testing/place-context'
import { createCaida, createViaje, type MotionProfile, sampleBetween } from '../../demo/fisica/golpes'
import { createRandom, mixSemillas, type Random } from '../../demo/random'
import { createLimites, pct, printTabla } from '../medidas'

/**
 * npm run bench -- golpes: rides and falls with known truth, as reported by each kind of tag, through the product's own rule. An incident
 * of a ride is a false alarm; a fall without an incident is missed.
 */
const CUANTOS = 400
const VIAJE_S = 30
const CAE_S = 20
const ANUNCIO_S = [2, 4] as const
/** Limit of false alarms of tags that report peaks. */
const MAX_FALSAS = 15
const MIN_HALLADAS = 0.98
/** Seconds between two cases, so that they do not affect each other. */
const ENTRE_S = 600
/** Fall detection inside a tag: acceleration below `g` for `s` seconds. */
const CAIDA = { g: 0.4, s: 0.1 }

type Kind = {
  nombre: string
  sensor: { hz: number; rango: number; paso: number }
  /** Fields of an advert about the samples since the last advert. */
  tell: (desde: number, samples: readonly { t: number; a: Acceleration }[]) => Medidas
  conPicos: boolean
}

function peaksOf(samples: readonly { a: Acceleration }[]): Medidas {
  const ends = (i: 0 | 1 | 2): [number, number] => {
    const axis = samples.map((m) => m.a[i])
    return [Math.min(...axis), Math.max(...axis)]
  }
  return { extremos: { x: ends(0), y: ends(1), z: ends(2) } }
}

function isFall(samples: readonly { t: number; a: Acceleration }[]): boolean {
  let desde: number | null = null
  for (const { t, a } of samples) {
    desde = Math.hypot(...a) < CAIDA.g ? (desde ?? t) : null
    if (desde !== null && t - desde >= CAIDA.s) return true
  }
  return false
}

const lastOf = (n: number) => (_: number, samples: readonly { a: Acceleration }[]) => ({
  aceleraciones: samples.slice(-n).map((m) => m.a),
})
const KINDS: readonly Kind[] = [
  {
    nombre: 'one sample, 2 g range',
    sensor: { hz: 100, rango: 2, paso: 0.001 },
    tell: lastOf(1),
    conPicos: false,
  },
  {
    nombre: 'one sample, 16 g',
    sensor: { hz: 100, rango: 16, paso: 0.004 },
    tell: lastOf(1),
    conPicos: false,
  },
  {
    nombre: 'three samples at 25 Hz',
    sensor: { hz: 25, rango: 16, paso: 0.004 },
    tell: lastOf(3),
    conPicos: false,
  },
  {
    nombre: 'peaks at 100 Hz',
    sensor: { hz: 100, rango: 16, paso: 0.004 },
    tell: (_, m) => peaksOf(m),
    conPicos: false,
  },
  {
    nombre: 'peaks at 100 Hz, and falls',
    sensor: { hz: 100, rango: 16, paso: 0.004 },
    tell: (_, m) => ({ ...peaksOf(m), caida: isFall(m) }),
    conPicos: true,
  },
  {
    nombre: 'peaks at 400 Hz',
    sensor: { hz: 400, rango: 16, paso: 0.004 },
    tell: (_, m) => peaksOf(m),
    conPicos: true,
  },
]

/** Feed the rule with `seconds` seconds of events; returns the number of incidents that it makes. */
function countIncidencias(
  r: DeviceState,
  c: Kind,
  v: MotionProfile,
  seconds: number,
  inicio: number,
  random: Random,
): number {
  const samples = [...sampleBetween(v, 0, seconds, c.sensor, random)]
  let incidencias = 0
  let i = 0
  for (let t = random.between(...ANUNCIO_S); t < seconds; t += random.between(...ANUNCIO_S)) {
    const desde = i
    while (i < samples.length && (samples[i] as { t: number }).t < t) i++
    if (i === desde) continue
    const tiempo = inicio + t * 1000
    const lectura = {
      mac: 'AC233F000001',
      lector: null,
      rssi: -60,
      tiempo,
      macAleatoria: false,
      medidas: c.tell(t, samples.slice(desde, i)),
      extra: {},
    }
    const before = r.impacto
    const said = { lectura, t: tiempo, recibido: tiempo, lector: 1, tardia: false }
    const { impacto } = apply(r, observationIn(PLACE_CONTEXT, said), null, INICIALES, PLACE_CONTEXT)
    if (impacto && impacto !== before) incidencias++
  }
  return incidencias
}

const PLACE_CONTEXT = createPlaceContext([1])
const limites = createLimites()
const rows = KINDS.map((c, k) => {
  const random = createRandom(mixSemillas(20014, k))
  const r = createDeviceState(1, 1, 'AC233F000001')
  let now = Date.UTC(2026, 0, 5)
  let [falsas, halladas] = [0, 0]
  for (let n = 0; n < CUANTOS; n++) {
    falsas += countIncidencias(r, c, createViaje(VIAJE_S, random), VIAJE_S, now, random)
    now += ENTRE_S * 1000
    const caida = createCaida(random.between(5, CAE_S - 5), random.between(6, 15), random)
    if (countIncidencias(r, c, caida, CAE_S, now, random)) halladas++
    now += ENTRE_S * 1000
  }
  const [falsasPorMil, hallada] = [(1000 * falsas) / CUANTOS, halladas / CUANTOS]
  const vale = !c.conPicos
    ? ''
    : limites.check(
        `${c.nombre}: ${MAX_FALSAS} per 1,000 and ${pct(MIN_HALLADAS)}`,
        falsasPorMil <= MAX_FALSAS && hallada >= MIN_HALLADAS,
      )
  return [c.nombre, falsasPorMil.toFixed(0), `${(100 * hallada).toFixed(1)} %`, vale]
})
printTabla('Impacts told, by kind of tag', ['', 'false per 1,000 rides', 'falls found', ''], rows)
process.exitCode = limites.fallos.length ? 1 : 0
