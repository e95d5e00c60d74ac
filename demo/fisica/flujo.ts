import { createRandom, mixSemillas, type Random } from '../random'
import { after } from './calendario'
import { createPriorityQueue } from './priority-queue'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Rules of a place: how long containers stay, and how many of them are taken where. */
export type Rule = {
  /** Share of the containers that are there at the beginning; also the capacity of a place that pulls. */
  parte: number
  /** Usual length of a stay, in hours of the plant's work. */
  horas: number
  /** Containers that leave together: four on a forklift, thirty on a truck. */
  lote: number
  /** An incomplete lot leaves when its first container has waited this many hours of work. */
  espera: number
  vehiculo: Vehiculo
  /** Travel time in minutes, from and to. */
  minutos: readonly [number, number]
  /** Next places, as indices, with the share of lots that go there. */
  destinos: readonly (readonly [place: number, parte: number])[]
  /** The place whose need limits what leaves: the line pulls. Each lot that leaves that place calls for one. */
  llamadoPor?: number
}

export type Vehiculo = 'carretilla' | 'camion'

/** A lot on its way. Times are Unix ms. */
export type Viaje = {
  contenedores: readonly number[]
  de: number
  a: number
  sale: number
  llega: number
  vehiculo: Vehiculo
}

/** Rare events, as shares of a container's stays at a place: it is held there, or lost. */
export type Raros = {
  retenidos: number
  /** Hours that a container is held, by the wall clock. */
  horas: readonly [number, number]
  perdidos: number
}
/** When a container was held at a place, or from when it was lost (`hasta` is Infinity). Unix ms. */
export type Fate = {
  clase: 'retenido' | 'perdido'
  contenedor: number
  lugar: number
  desde: number
  hasta: number
}

type Suceso = { contenedor: number } | { vence: number; lugar: number } | Viaje

/** The initial place of each of `n` containers. */
function spread(rules: readonly Rule[], n: number, random: Random): number[] {
  const partes = rules.map((r, i) => [i, r.parte] as const)
  return Array.from({ length: n }, () => random.pickShare(partes))
}

/**
 * Simulates the movements of a plant: every container stays, waits for its lot, travels and stays again, endlessly. Trips are returned in
 * order of departure. The result depends only on the arguments, so history and present agree.
 * @param desde Unix ms
 * @param raros rare events; without it there are none
 */
export function createFlujo(rules: readonly Rule[], n: number, seed: number, desde: number, raros?: Raros) {
  const random = createRandom(seed)
  // A generator of its own: the movements of other containers stay the same as without rare events.
  const fate = createRandom(mixSemillas(seed, 11))
  const fates: Fate[] = []
  const inicio = spread(rules, n, random)
  const donde = [...inicio]
  const listos: number[][] = rules.map(() => [])
  const lotes = rules.map(() => 0)
  const libre = rules.map(() => desde)
  const invocations = rules.map(() => 0)
  const priorityQueue = createPriorityQueue<Suceso>()

  const stay = (place: number) => (rules[place] as Rule).horas * random.between(0.5, 1.5)
  for (const [contenedor, place] of inicio.entries())
    priorityQueue.push(after(desde, stay(place) * random.next()), { contenedor })

  /** A container arrives at a place: returns when it is ready to leave, or null if it never is. */
  function arrive(contenedor: number, place: number, llega: number): number | null {
    const listo = after(llega, stay(place))
    if (!raros) return listo
    if (fate.chance(raros.perdidos)) {
      fates.push({
        clase: 'perdido',
        contenedor,
        lugar: place,
        desde: listo,
        hasta: Number.POSITIVE_INFINITY,
      })
      return null
    }
    if (!fate.chance(raros.retenidos)) return listo
    const hasta = listo + fate.between(...raros.horas) * HOUR
    fates.push({ clase: 'retenido', contenedor, lugar: place, desde: listo, hasta })
    return hasta
  }

  /** A vehicle takes up to a lot, as soon as the previous one has left. */
  function send(de: number, t: number): void {
    const r = rules[de] as Rule
    const contenedores = (listos[de] as number[]).splice(0, r.lote)
    if (!contenedores.length) return
    lotes[de] = (lotes[de] as number) + 1
    const sale = Math.max(t, libre[de] as number) + random.between(0.5, 6) * MINUTE
    libre[de] = sale + random.between(1, 3) * MINUTE
    const llega = sale + random.between(...r.minutos) * MINUTE
    priorityQueue.push(sale, {
      contenedores,
      de,
      a: random.pickShare(r.destinos),
      sale,
      llega,
      vehiculo: r.vehiculo,
    })
  }

  function enqueue(place: number, t: number): void {
    const r = rules[place] as Rule
    const list = listos[place] as number[]
    if (r.llamadoPor === undefined) {
      if (list.length >= r.lote) send(place, t)
      else if (list.length === 1)
        priorityQueue.push(after(t, r.espera), { vence: lotes[place] as number, lugar: place })
      return
    }
    while (list.length && (invocations[place] as number) > 0) {
      invocations[place] = (invocations[place] as number) - Math.min(list.length, r.lote)
      send(place, t)
    }
  }

  /** A place that pulls has room for as many containers as left it. */
  function call(v: Viaje): void {
    for (const [i, r] of rules.entries())
      if (r.llamadoPor === v.de) {
        invocations[i] = (invocations[i] as number) + v.contenedores.length
        enqueue(i, v.sale)
      }
  }

  function* moves(): Generator<Viaje, void, void> {
    for (let s = priorityQueue.pop(); s; s = priorityQueue.pop()) {
      const { t, dato } = s
      if ('vence' in dato) {
        if (lotes[dato.lugar] === dato.vence) send(dato.lugar, t)
      } else if ('contenedor' in dato) {
        const place = donde[dato.contenedor] as number
        ;(listos[place] as number[]).push(dato.contenedor)
        enqueue(place, t)
      } else {
        for (const contenedor of dato.contenedores) {
          donde[contenedor] = dato.a
          const listo = arrive(contenedor, dato.a, dato.llega)
          if (listo !== null) priorityQueue.push(listo, { contenedor })
        }
        call(dato)
        yield dato
      }
    }
  }

  return {
    inicio: inicio as readonly number[],
    viajes: moves(),
    /** Rare events of the trips requested so far. */
    suertes: fates as readonly Fate[],
  }
}
