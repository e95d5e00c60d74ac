import { createRandom, mixSemillas, type Random } from '../random'
import { after } from './calendario'
import { createPriorityQueue } from './priority-queue'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What happens at a place: how long containers stay, and who takes how many of them where. */
export type Rule = {
  /** Share of the containers that stand there at the beginning. A place that pulls never has more. */
  parte: number
  /** Hours of the plant's work that a container usually stays. */
  horas: number
  /** Containers that leave together: four on a forklift, thirty on a truck. */
  lote: number
  /** A lot that is not full leaves when its first one has waited for this many hours of work. */
  espera: number
  vehiculo: Vehiculo
  /** Minutes on the way, from and to. */
  minutos: readonly [number, number]
  /** Places that follow, as indices, with the share of lots that go there. */
  destinos: readonly (readonly [place: number, parte: number])[]
  /** Only as many leave as this place needs: the line pulls. It gives a call with each lot that leaves it. */
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

/** What seldom happens to a container at a place, as shares of its stays: it is held there, or nobody sees it again. */
export type Raros = {
  retenidos: number
  /** Hours that one is held, by the clock. */
  horas: readonly [number, number]
  perdidos: number
}
/** From when to when a container was held at a place, or from when on it was lost (`hasta` is Infinity). Unix ms. */
export type Fate = {
  clase: 'retenido' | 'perdido'
  contenedor: number
  lugar: number
  desde: number
  hasta: number
}

type Suceso = { contenedor: number } | { vence: number; lugar: number } | Viaje

/** Where `n` containers are at the beginning, by place. */
function spread(rules: readonly Rule[], n: number, random: Random): number[] {
  const partes = rules.map((r, i) => [i, r.parte] as const)
  return Array.from({ length: n }, () => random.pickShare(partes))
}

/**
 * The plant of movements: every container stays, waits for its lot, rides and stays again, for ever. Ways come in the order
 * in which they begin. What goes for the past goes for the present: whoever asks up to a time gets the same.
 * @param desde Unix ms
 * @param raros what seldom happens: without it, nothing does
 */
export function createFlujo(rules: readonly Rule[], n: number, seed: number, desde: number, raros?: Raros) {
  const random = createRandom(seed)
  // Of its own: what is not held or lost goes its way as ever.
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

  /** A container has come to a place: when it is ready to go on, or null where it never is. */
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

  /** A vehicle takes up to a lot: as soon as the one before has gone. */
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

  /** A place that pulls has room for as many as left it. */
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
    /** Those that the ways asked for so far have led to. */
    suertes: fates as readonly Fate[],
  }
}
