import { INICIALES } from '#contract/valores/ajustes'
import type { Aceleracion, Medidas } from '#server/lecturas/formatos/lectura'
import { createRastro, type Rastro } from '#server/lecturas/reglas/rastro'
import { apply } from '#server/lecturas/reglas/reglas'
import { createVecindad } from '#server/pruebas/vecindad'
import { type Azar, createAzar, mixSemillas } from '../demo/azar'
import { createCaida, createViaje, sampleBetween, type Vivencia } from '../demo/fisica/golpes'
import { createLimites, pct, printTabla } from './medidas'

/**
 * npm run bench -- golpes: rides and falls with known truth, as each kind of tag tells them, through the product's own rule.
 * Incidents of rides are false, falls without an incident are missed.
 */
const CUANTOS = 400
const VIAJE_S = 30
const CAE_S = 20
const ANUNCIO_S = [2, 4] as const
/** For tags that tell peaks. */
const MAX_FALSAS = 15
const MIN_HALLADAS = 0.98
/** Nothing of one is near another. */
const ENTRE_S = 600
/** A fall that a tag watches for itself: so light for so long. */
const CAIDA = { g: 0.4, s: 0.1 }

type Clase = {
  nombre: string
  sensor: { hz: number; rango: number; paso: number }
  /** What it says in an advert, of what it felt since the last one. */
  tell: (desde: number, muestras: readonly { t: number; a: Aceleracion }[]) => Medidas
  conPicos: boolean
}

function peaksOf(muestras: readonly { a: Aceleracion }[]): Medidas {
  const ends = (i: 0 | 1 | 2): [number, number] => {
    const eje = muestras.map((m) => m.a[i])
    return [Math.min(...eje), Math.max(...eje)]
  }
  return { extremos: { x: ends(0), y: ends(1), z: ends(2) } }
}

function isFall(muestras: readonly { t: number; a: Aceleracion }[]): boolean {
  let desde: number | null = null
  for (const { t, a } of muestras) {
    desde = Math.hypot(...a) < CAIDA.g ? (desde ?? t) : null
    if (desde !== null && t - desde >= CAIDA.s) return true
  }
  return false
}

const lastOf = (n: number) => (_: number, muestras: readonly { a: Aceleracion }[]) => ({
  aceleraciones: muestras.slice(-n).map((m) => m.a),
})
const CLASES: readonly Clase[] = [
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

/** Tell what happens for `segundos` to the rule; returns the incidents that it makes of it. */
function countIncidencias(
  r: Rastro,
  c: Clase,
  v: Vivencia,
  segundos: number,
  inicio: number,
  azar: Azar,
): number {
  const muestras = [...sampleBetween(v, 0, segundos, c.sensor, azar)]
  let incidencias = 0
  let i = 0
  for (let t = azar.between(...ANUNCIO_S); t < segundos; t += azar.between(...ANUNCIO_S)) {
    const desde = i
    while (i < muestras.length && (muestras[i] as { t: number }).t < t) i++
    if (i === desde) continue
    const tiempo = inicio + t * 1000
    const lectura = {
      mac: 'AC233F000001',
      lector: null,
      rssi: -60,
      tiempo,
      macAleatoria: false,
      medidas: c.tell(t, muestras.slice(desde, i)),
      extra: {},
    }
    const antes = r.impacto
    const oida = { lectura, t: tiempo, recibido: tiempo, lector: 1, tardia: false }
    const { impacto } = apply(r, oida, null, INICIALES, VECINDAD)
    if (impacto && impacto !== antes) incidencias++
  }
  return incidencias
}

const VECINDAD = createVecindad([1])
const limites = createLimites()
const filas = CLASES.map((c, k) => {
  const azar = createAzar(mixSemillas(20014, k))
  const r = createRastro(1, 1, 'AC233F000001')
  let ahora = Date.UTC(2026, 0, 5)
  let [falsas, halladas] = [0, 0]
  for (let n = 0; n < CUANTOS; n++) {
    falsas += countIncidencias(r, c, createViaje(VIAJE_S, azar), VIAJE_S, ahora, azar)
    ahora += ENTRE_S * 1000
    const caida = createCaida(azar.between(5, CAE_S - 5), azar.between(6, 15), azar)
    if (countIncidencias(r, c, caida, CAE_S, ahora, azar)) halladas++
    ahora += ENTRE_S * 1000
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
printTabla('Impacts told, by kind of tag', ['', 'false per 1,000 rides', 'falls found', ''], filas)
process.exitCode = limites.fallos.length ? 1 : 0
