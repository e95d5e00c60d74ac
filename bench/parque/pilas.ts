import type { ClasePila } from '#contract/cuentas/pilas/values'
import { afterCambio, afterDicho, type Memoria, noteSample } from '#server/cuentas/pilas/memory'
import { judge } from '#server/cuentas/pilas/rules'
import { bateriaDeMv } from '#server/oir/lecturas/rules/bateria'
import {
  estimateSurvivalCurve,
  groupLifeTableRows,
  type SurvivalCurve,
} from '#server/platform/math/supervivencia'
import { createRandom } from '../medidas'
import type { ModeloSimulado, PlantaSimulada } from './plantas-pilas'

const DAY = 86_400_000
const HOUR = 3_600_000
/** Days in which ages are learned. */
const APRENDE_D = 5 * 365
/** Days that are judged. */
const JUZGA_D = 540
const HORAS = [4, 9, 14, 20] as const
/** Voltage of the flat part. */
const LLANO_V = 3
/** Voltage at the end. */
export const FIN_V = 2
/** Volts lost per degree below 20: a tenth over 30 degrees. */
export const POR_GRADO_V = 0.01
/** Below this voltage a tag restarts now and then. */
const REINICIA_V = 2.15
const BAJA_PCT = 10
const ADVERTS_S = 0.8

type Random = () => number
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Voltage at 20 degrees of a battery of which a share was used. */
export function voltsOf(m: ModeloSimulado, usada: number): number {
  const llano = LLANO_V - 0.12 * Math.min(1, usada / m.llano)
  return usada <= m.llano ? llano : llano - (llano - FIN_V) * ((usada - m.llano) / (1 - m.llano)) ** m.caida
}

/** A battery with known end. Days count from the first judged day. */
export type Pila = {
  /** Day on which it was put in. */
  puesta: number
  /** Day from which its tag was silent. */
  muere: number
  /** First day on which it was on the list; null: never. */
  listada: number | null
  /** Its class on that day. */
  clase: ClasePila | null
  /** Whether it was on the list 14 days before its end. */
  avisada: boolean
  /** Days on which it would be listed by the former rule: less than 25 % at any hour. */
  bajas: Set<number>
  dias: Set<number>
}

type Life = { dias: number; acabada: boolean }

/** Simulate the years before day 0: the ages at which batteries were changed, the exchanges written down, and when the last one was put in. */
export function learn(m: ModeloSimulado, p: PlantaSimulada, random: Random) {
  const lives: Life[] = []
  const cambios: { dia: number; acabada: boolean }[] = []
  let day = -APRENDE_D - Math.floor(random() * m.vida)
  let written: number | null = null
  for (;;) {
    const vida = Math.max(60, m.vida * (1 + m.reparto * normal(random)))
    const early = random() < p.antes
    const lasts = Math.round(early ? vida * (0.3 + 0.5 * random()) : vida + 1 + 14 * random())
    if (day + lasts > 0) return { lives, cambios, puesta: day, anotada: written === day ? day : null, vida }
    day += lasts
    if (random() < p.sinAnotar) continue
    if (written !== null) lives.push({ dias: day - written, acabada: !early })
    cambios.push({ dia: day, acabada: !early })
    written = day
  }
}

export function gradosOf(p: PlantaSimulada, day: number, hour: number): number {
  const { media, verano, dia } = p.grados
  // Day 0 is in October.
  return (
    media +
    verano * Math.cos((2 * Math.PI * (day + 80)) / 365) +
    dia * Math.sin((2 * Math.PI * (hour - 8)) / 24)
  )
}

export type Juzgadas = { pilas: Pila[]; sinSaber: number; dias: number }

/** Simulate the batteries of a plant for a year and a half. The list is not acted on, so that each end is seen. */
export function simulatePilas(p: PlantaSimulada, seed: number): Juzgadas {
  const random = createRandom(seed)
  const out: Juzgadas = { pilas: [], sinSaber: 0, dias: 0 }
  for (const m of p.modelos) {
    const tags = Array.from({ length: m.cuantas }, () => learn(m, p, random))
    const lives = tags.flatMap((t) => t.lives)
    const living = tags.flatMap((t) => (t.anotada === null ? [] : [{ minutos: -t.anotada, acabada: false }]))
    const curva = estimateSurvivalCurve(
      groupLifeTableRows([...lives.map((l) => ({ minutos: l.dias, acabada: l.acabada })), ...living]),
    )
    for (const tag of tags) runTag(m, p, tag, curva, random, out)
  }
  return out
}

type Tag = ReturnType<typeof learn>

function runTag(
  m: ModeloSimulado,
  p: PlantaSimulada,
  tag: Tag,
  curva: SurvivalCurve,
  random: Random,
  out: Juzgadas,
): void {
  let { puesta, anotada, vida } = tag
  let memoria: Memoria | null = null
  let secuencia = Math.floor(random() * 40_000)
  let contada = 0
  let pila = start(puesta)
  let dead: number | null = null
  for (let day = 0; day < JUZGA_D; day++) {
    if (dead !== null && day >= dead) {
      // A person has found the silent tag and changed its battery.
      puesta = day
      anotada = random() < p.sinAnotar ? null : day
      vida = Math.max(60, m.vida * (1 + m.reparto * normal(random)))
      pila = start(puesta)
      if (memoria && anotada !== null) memoria = afterCambio(memoria, day * DAY)
      dead = null
    }
    if (pila.muere === Number.POSITIVE_INFINITY && random() < p.oida)
      for (const hour of HORAS) {
        const grados = gradosOf(p, day, hour)
        const v = voltsOf(m, (day + hour / 24 - puesta) / vida) - POR_GRADO_V * Math.max(0, 20 - grados)
        if (v < FIN_V) {
          pila.muere = day
          break
        }
        // The counter runs on while the tag is not heard.
        const now = day * 86_400 + hour * 3600
        if (v < REINICIA_V && random() < 0.3) [secuencia, contada] = [0, now]
        secuencia = (secuencia + ADVERTS_S * (now - contada)) % 0xffff
        contada = now
        const mv = Math.round(1000 * v + p.ruido * normal(random))
        const bateria = m.dice === 'nada' ? null : Math.round(bateriaDeMv(Math.min(3300, mv)) ?? 100)
        if (bateria !== null && bateria < 25) pila.bajas.add(day)
        memoria = noteSample(memoria, {
          tag: 'T',
          t: day * DAY + hour * HOUR,
          mv: m.dice === 'tension' ? mv : null,
          bateria,
          grados: m.grados ? grados : null,
          secuencia: m.cuenta ? Math.floor(secuencia) : null,
          encendidoS: null,
        })
      }
    if (day - puesta > vida + 1 && pila.muere === Number.POSITIVE_INFINITY) pila.muere = day
    if (pila.muere === day) dead = day + 3 + Math.floor(12 * random())
    const ahora = day * DAY + 23 * HOUR
    const desde = anotada === null ? null : anotada * DAY
    const { clase } = judge({
      ahora,
      memoria: memoria && afterDicho(memoria, desde, null),
      baja: BAJA_PCT,
      desde,
      curva,
    })
    out.dias++
    if (clase === 'no_se_sabe') out.sinSaber++
    if (day > pila.muere || (clase !== 'ya' && clase !== 'este_mes')) continue
    pila.dias.add(day)
    if (pila.listada === null) Object.assign(pila, { listada: day, clase })
  }

  function start(day: number): Pila {
    const nueva: Pila = {
      puesta: day,
      muere: Number.POSITIVE_INFINITY,
      listada: null,
      clase: null,
      avisada: false,
      bajas: new Set(),
      dias: new Set(),
    }
    out.pilas.push(nueva)
    return nueva
  }
}

/** Days before its end by which a battery must be on the list. */
const ANTES_D = 14
/** Days after being listed within which a battery must end. */
const DESPUES_D = 60
/** Days at the beginning that are not judged: batteries listed then may have been due for long. */
const ASIENTO_D = 60

export type Nota = {
  /** Tags that fell silent. */
  mueren: number
  /** Share of them that was on the list 14 days before. */
  avisadas: number
  /** Batteries that came onto the list. */
  listadas: number
  /** Share of them that ended within 60 days. */
  acaban: number
  /** The same share by the class with which a battery came onto the list. */
  ya: number
  esteMes: number
  /** The same by the former rule, less than 25 %. */
  avisadasAntes: number
  acabanAntes: number
  /** Share of tag days without an answer (`no_se_sabe`). */
  sinSaber: number
}

const share = (n: number, of: number) => (of ? n / of : 0)

export function judgePilas({ pilas, sinSaber, dias }: Juzgadas): Nota {
  const died = pilas.filter((p) => p.muere >= ASIENTO_D && p.muere < JUZGA_D)
  const inTime = (listed: number | null) =>
    listed !== null && listed >= ASIENTO_D && listed < JUZGA_D - DESPUES_D
  const ends = (p: Pila, listed: number | null) => p.muere - (listed ?? 0) <= DESPUES_D
  const came = pilas.filter((p) => inTime(p.listada))
  const of = (clase: ClasePila) => {
    const suyas = came.filter((p) => p.clase === clase)
    return share(suyas.filter((p) => ends(p, p.listada)).length, suyas.length)
  }
  const firstLow = (p: Pila) => (p.bajas.size ? Math.min(...p.bajas) : null)
  const low = pilas.filter((p) => inTime(firstLow(p)))
  return {
    mueren: died.length,
    avisadas: share(died.filter((p) => p.dias.has(p.muere - ANTES_D)).length, died.length),
    listadas: came.length,
    acaban: share(came.filter((p) => ends(p, p.listada)).length, came.length),
    ya: of('ya'),
    esteMes: of('este_mes'),
    avisadasAntes: share(
      died.filter((p) => [...p.bajas].some((d) => d <= p.muere - ANTES_D)).length,
      died.length,
    ),
    acabanAntes: share(low.filter((p) => ends(p, firstLow(p))).length, low.length),
    sinSaber: share(sinSaber, dias),
  }
}
