import type { Random } from '../random'

/** In g, on the tag's own axes. */
export type Acceleration = readonly [x: number, y: number, z: number]

/** A half-sine pulse: `g` at its peak, `s` seconds long from `t` on, in the direction `eje` (length 1). */
type ProcessHeartbeat = { t: number; s: number; g: number; eje: Acceleration }
/** Motion of a container: shaking from `desde` to `hasta`, pulses, and falls in free fall. Seconds. */
export type MotionProfile = {
  desde: number
  hasta: number
  vibra: number
  processHeartbeats: readonly ProcessHeartbeat[]
  inFlight: readonly (readonly [desde: number, hasta: number])[]
}

const GRAVEDAD: Acceleration = [0, 0, 1]
/** The forks touch the frame; the container is set down; it falls. Peaks in g, durations in seconds. */
const HORQUILLA = { g: 2.98, sigma: 0.75, s: [0.016, 0.03] } as const
const POSADA = { g: [2, 4], s: [0.018, 0.035] } as const
const CAIDA = { s: [0.008, 0.014], inFlight: [0.25, 0.5], rebote: 0.4 } as const

/** A direction, mostly along one of the tag's axes, because containers are hit from the side or from below. */
function direction(random: Random): Acceleration {
  const principal = random.int(0, 2)
  const v = [0, 1, 2].map((i) => (i === principal ? random.pick([-1, 1]) : random.between(-0.35, 0.35)))
  const largo = Math.hypot(...v)
  return v.map((x) => x / largo) as unknown as Acceleration
}

/** A ride of `segundos` on a forklift: the forks touch at the beginning, and the container is set down at the end. */
export function createViaje(seconds: number, random: Random): MotionProfile {
  const toque = {
    t: 1,
    s: random.between(...HORQUILLA.s),
    g: Math.max(1, HORQUILLA.g + random.normal(HORQUILLA.sigma)),
  }
  const posada = { t: seconds - 1, s: random.between(...POSADA.s), g: random.between(...POSADA.g) }
  return {
    desde: 0,
    hasta: seconds,
    vibra: random.between(0.08, 0.25),
    processHeartbeats: [toque, posada].map((p) => ({ ...p, eje: direction(random) })),
    inFlight: [],
  }
}

/** A fall that ends at `t` with a peak of `g`, and a smaller rebound. */
export function createCaida(t: number, g: number, random: Random): MotionProfile {
  const eje = direction(random)
  const s = random.between(...CAIDA.s)
  const rebote = { t: t + random.between(0.08, 0.15), s: random.between(...CAIDA.s), g: g * CAIDA.rebote }
  return {
    desde: t - 1,
    hasta: t + 1,
    vibra: 0.05,
    processHeartbeats: [
      { t, s, g, eje },
      { ...rebote, eje: direction(random) },
    ],
    inFlight: [[t - random.between(...CAIDA.inFlight), t]],
  }
}

/** What an ideal accelerometer measures at `t` seconds. */
export function accelAt(v: MotionProfile, t: number, random: Random): Acceleration {
  const vuela = v.inFlight.some(([desde, hasta]) => t >= desde && t < hasta)
  const vibra = !vuela && t >= v.desde && t < v.hasta ? v.vibra : 0
  const a = GRAVEDAD.map((g) => (vuela ? 0 : g + (vibra && random.normal(vibra))))
  for (const p of v.processHeartbeats) {
    if (t < p.t || t >= p.t + p.s) continue
    const fuerza = p.g * Math.sin((Math.PI * (t - p.t)) / p.s)
    for (const i of [0, 1, 2] as const) a[i] = (a[i] as number) * 0.2 + fuerza * p.eje[i]
  }
  return a as unknown as Acceleration
}

/** Samples of a sensor with `hz` samples per second between two moments, with noise, resolution and a range in g. */
export function* sampleBetween(
  v: MotionProfile,
  desde: number,
  hasta: number,
  sensor: { hz: number; rango: number; paso: number },
  random: Random,
): Generator<{ t: number; a: Acceleration }> {
  const { hz, rango, paso } = sensor
  for (let t = desde + random.next() / hz; t < hasta; t += 1 / hz) {
    const quantize = (g: number) =>
      Math.max(-rango, Math.min(rango, Math.round((g + random.normal(0.01)) / paso) * paso))
    const [x, y, z] = accelAt(v, t, random)
    yield { t, a: [quantize(x), quantize(y), quantize(z)] }
  }
}
