import { MINIMO_MS } from '#server/cuentas/custodia/vistos'
import type { Paso } from '#server/testing/pool/movements'
import { createRandom } from '../medidas'
import type { PlantaLibro } from './plantas-libro'

const MINUTE = 60_000
export const DAY = 86_400_000

/** A place: its owner (null: the company itself), and whether it has a reader. */
export type Lugar = { dueno: string | null; leido: boolean }
/** A stay in a place, by the index of the place. Times in Unix ms. */
export type Estancia = { lugar: number; desde: number; hasta: number }

export type Vida = {
  mac: string
  familia: string
  creado: number
  /** When it was removed from the register; null: it is registered. */
  eliminado: number | null
  /** Lost at a partner, and when the partner accepts the loss; null: not lost. */
  perdida: { de: string; momento: number } | null
  /** True stays. */
  estancias: Estancia[]
  /** Stays as readers report them. */
  vistas: Estancia[]
  /** Changes of custody. */
  pasos: Paso[]
  /** Changes of custody that no reader can have seen. */
  ciegos: Set<Paso>
}

export function listLugares(p: PlantaLibro): Lugar[] {
  return [
    ...Array.from({ length: p.propios }, () => ({ dueno: null, leido: true })),
    ...p.terceros.flatMap((t) =>
      Array.from({ length: t.lugares }, () => ({ dueno: t.nombre, leido: t.leido })),
    ),
  ]
}

type Random = () => number
const exponential = (random: Random, mean: number) => -Math.log(1 - random()) * mean
const pick = (random: Random, n: number) => Math.floor(random() * n)

/** Next place of a container. */
function nextLugar(p: PlantaLibro, lugares: readonly Lugar[], from: number, random: Random): number {
  const at = lugares[from] as Lugar
  const out = random() < (at.dueno === null ? p.salen : p.directos)
  const fit = lugares.flatMap((l, i) =>
    i !== from && (out ? l.dueno !== null && l.dueno !== at.dueno : l.dueno === null) ? [i] : [],
  )
  return fit[pick(random, fit.length)] ?? 0
}

function liveThrough(p: PlantaLibro, lugares: readonly Lugar[], from: number, to: number, random: Random) {
  const estancias: Estancia[] = []
  let lugar = pick(random, p.propios)
  for (let t = from; t < to; ) {
    const dueno = lugares[lugar]?.dueno
    const mean = p.terceros.find((x) => x.nombre === dueno)?.quedaD ?? p.quedaD
    const hasta = Math.min(to, t + 30 * MINUTE + exponential(random, mean * DAY))
    estancias.push({ lugar, desde: t, hasta })
    t = hasta + (20 + 100 * random()) * MINUTE
    lugar = nextLugar(p, lugares, lugar, random)
  }
  return estancias
}

/** Stays as readers report them: some are not heard, ends are inexact, gates are passed, other places are reported for a while. */
function hear(p: PlantaLibro, lugares: readonly Lugar[], stays: readonly Estancia[], random: Random) {
  const vistas: Estancia[] = []
  const partners = lugares.flatMap((l, i) => (l.dueno !== null && l.leido ? [i] : []))
  for (const e of stays) {
    if (!lugares[e.lugar]?.leido || random() < p.sorda) continue
    const desde = Math.round(e.desde + random() * Math.min(p.bordeMin * MINUTE, (e.hasta - e.desde) / 4))
    const hasta = Math.round(e.hasta - random() * Math.min(p.bordeMin * MINUTE, (e.hasta - e.desde) / 4))
    if (random() < p.pasan) {
      const begins = desde - (2 + 7 * random()) * MINUTE
      vistas.push({
        lugar: partners[pick(random, partners.length)] as number,
        desde: begins,
        hasta: begins + (desde - begins) * random(),
      })
    }
    if (random() < p.rebota) {
      const middle = Math.round((desde + hasta) / 2)
      const back = middle + Math.min((5 + 20 * random()) * MINUTE, (hasta - middle) / 2)
      const other = partners[pick(random, partners.length)] as number
      vistas.push({ ...e, desde, hasta: middle }, { lugar: other, desde: middle, hasta: back })
      vistas.push({ ...e, desde: back, hasta })
    } else vistas.push({ ...e, desde, hasta })
  }
  // Overlapping stays are cut: the earlier one ends when the next one begins.
  for (const [i, v] of vistas.entries()) {
    const before = vistas[i - 1]
    if (before && v.desde < before.hasta) before.hasta = v.desde
  }
  return vistas.filter((v) => v.hasta > v.desde)
}

/** Changes of custody. Blind: to a place without a reader, or back from there to the owner with whom it was seen last. */
function listPasos(mac: string, stays: readonly Estancia[], lugares: readonly Lugar[]) {
  const pasos: Paso[] = []
  const ciegos = new Set<Paso>()
  let who: string | null = null
  let seen: string | null = null
  for (const { lugar, desde, hasta } of stays) {
    const { dueno, leido } = lugares[lugar] as Lugar
    if (leido && hasta - desde < MINIMO_MS) continue
    if (dueno !== who) {
      who = dueno
      const paso = { mac, t: desde, a: dueno }
      pasos.push(paso)
      if (!leido || seen === dueno) ciegos.add(paso)
    }
    if (leido) seen = dueno
  }
  return { pasos, ciegos }
}

/**
 * Simulate all containers of a plant up to a moment.
 * @param serie distinguishes its MACs from those of other plants
 */
export function simulateVidas(p: PlantaLibro, seed: number, serie: number, ahora: number): Vida[] {
  const random = createRandom(seed)
  const lugares = listLugares(p)
  return Array.from({ length: p.contenedores }, (_, i): Vida => {
    const mac = `AC${serie.toString(16).toUpperCase().padStart(2, '0')}00${i.toString(16).toUpperCase().padStart(6, '0')}`
    const late = random() < 0.2 ? random() * p.dias * 0.6 : 0
    const creado = Math.round(ahora - (p.dias - late) * DAY)
    const fate = random()
    const to = fate < 0.1 ? Math.round(ahora - (0.05 + 0.3 * random()) * p.dias * DAY) : ahora
    const estancias = liveThrough(p, lugares, creado + 60 * MINUTE, to, random)
    const last = estancias.at(-1)
    const dueno = last && lugares[last.lugar]?.leido ? lugares[last.lugar]?.dueno : null
    const lost = to < ahora && dueno != null && fate < 0.05
    return {
      mac,
      familia: 'FGH'.charAt(i % 3),
      creado,
      eliminado: to < ahora && !lost ? to + DAY / 4 : null,
      perdida: lost ? { de: dueno, momento: to + 2 * DAY } : null,
      estancias,
      vistas: hear(p, lugares, estancias, random),
      ...listPasos(mac, estancias, lugares),
    }
  })
}

/** Number of containers of the plant at a moment: registered, neither lost nor removed. */
export function createPool(vidas: readonly Vida[]): (momento: number) => number {
  const from = vidas.map((v) => v.creado).sort((a, b) => a - b)
  const until = vidas.flatMap((v) => v.eliminado ?? v.perdida?.momento ?? []).sort((a, b) => a - b)
  const upTo = (times: readonly number[], t: number) => times.filter((x) => x <= t).length
  return (t) => upTo(from, t) - upTo(until, t)
}
