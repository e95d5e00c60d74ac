import { createRandom } from '../medidas'

/**
 * How containers leave a stage; times in minutes. `proceso`: each when it is done, after a lognormal duration of open time or (`siempre`)
 * of any time. `linea`: first in, first out, this many per open hour. `camion`: at these hours of the week, up to its load.
 */
export type Salida =
  | { como: 'proceso'; mediana: number; sigma: number; siempre?: boolean }
  | { como: 'linea'; porHora: number }
  | { como: 'camion'; horas: readonly number[]; carga: number; viaje: number }

/** A stage and the next one; a share of what leaves it takes a detour. */
export type Etapa = { nombre: string; salida: Salida; a: string; desvio?: { a: string; parte: number } }

export type Plano = {
  nombre: string
  etapas: readonly Etapa[]
  familias: readonly { nombre: string; cuantos: number }[]
  /** Shifts of a working day, in hours; null: always open. */
  turnos: readonly (readonly [number, number])[] | null
  /** Number of working days, from Monday on. */
  dias: number
  semanas: number
  /** Closed days, counted from the first day. */
  festivos: readonly number[]
  /** Day-to-day variation of the line's demand: sigma of its logarithm, and the share of a deviation that is left a day later. */
  demanda: { sigma: number; memoria: number }
  /** Probability that a shift begins with the line stopped for one to five hours. */
  paros: number
  /** Probability that a visit is the last one of its container. */
  perdidas: number
  /** Probability that a visit is held for three to six weeks. */
  retenidos: number
  /** A day on which the readers of a stage are down. */
  apagon?: { etapa: string; dia: number }
}

/** Minutes from the start. `retenida`: time until which it was held. `tapada`: it was going on while the readers were down. */
export type Visita = {
  item: string
  familia: string
  etapa: string
  desde: number
  hasta: number
  retenida: number
  tapada: boolean
}

export const DAY = 1440
const PASO = 10
const WEEK = 7 * DAY

/** Open intervals of the plant, in minutes from the start. */
export function openOf(p: Plano): [number, number][] {
  const { turnos } = p
  if (!turnos) return [[0, p.semanas * WEEK]]
  return Array.from({ length: p.semanas * 7 }, (_, d) => d)
    .filter((d) => d % 7 < p.dias && !p.festivos.includes(d))
    .flatMap((d) => turnos.map(([a, b]): [number, number] => [d * DAY + a * 60, d * DAY + b * 60]))
}

type Cosa = { visita: Visita; familia: number; listo: number; perdida: boolean }

class Planta {
  readonly visitas: Visita[] = []
  readonly #p: Plano
  readonly #azar: () => number
  readonly #colas: Cosa[][][]
  readonly #viajes: { t: number; cosas: Cosa[]; a: number }[] = []
  /** Fractions of containers that the line still has to take, by stage and family. */
  readonly #debe: number[][]
  /** Present deviation of each family's demand. */
  readonly #demanda: number[]
  readonly #partes: number[]
  #paro = 0
  #abiertos = 0

  constructor(p: Plano, seed: number) {
    this.#p = p
    this.#azar = createRandom(seed)
    this.#colas = p.etapas.map(() => p.familias.map(() => []))
    this.#debe = p.etapas.map(() => p.familias.map(() => this.#azar()))
    this.#demanda = p.familias.map(() => 0)
    const total = p.familias.reduce((n, f) => n + f.cuantos, 0)
    this.#partes = p.familias.map((f) => f.cuantos / total)
    for (const [f, { nombre, cuantos }] of p.familias.entries())
      for (let i = 0; i < cuantos; i++)
        this.#arrive(`${nombre}-${i}`, f, Math.floor(this.#azar() * p.etapas.length), 0)
  }

  /** A normal random number (Box and Muller). */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#azar())) * Math.cos(2 * Math.PI * this.#azar())
  }

  #arrive(item: string, familia: number, etapa: number, t: number): void {
    const { nombre, salida } = this.#p.etapas[etapa] as Etapa
    const { nombre: suya } = this.#p.familias[familia] as Plano['familias'][number]
    const { apagon: outage, perdidas, retenidos } = this.#p
    const visita: Visita = {
      item,
      familia: suya,
      etapa: nombre,
      desde: t,
      hasta: Number.POSITIVE_INFINITY,
      retenida: this.#azar() < retenidos ? t + (21 + 21 * this.#azar()) * DAY : 0,
      tapada: false,
    }
    const perdida = this.#azar() < perdidas
    const listo =
      salida.como !== 'proceso'
        ? 0
        : (salida.siempre ? t : this.#abiertos) + salida.mediana * Math.exp(salida.sigma * this.#normal())
    if (perdida) visita.hasta = t + 60 + 600 * this.#azar()
    if (outage?.etapa === nombre && t < (outage.dia + 1) * DAY)
      visita.tapada = visita.hasta > outage.dia * DAY
    this.visitas.push(visita)
    if (!perdida) this.#colas[etapa]?.[familia]?.push({ visita, familia, listo, perdida })
  }

  #leave({ visita }: Cosa, t: number): void {
    visita.hasta = t
    visita.tapada &&= t > (this.#p.apagon?.dia ?? 0) * DAY
  }

  #nextOf(etapa: Etapa): number {
    const a = etapa.desvio && this.#azar() < etapa.desvio.parte ? etapa.desvio.a : etapa.a
    return this.#p.etapas.findIndex((e) => e.nombre === a)
  }

  /** Remove these from a queue and from the stage. */
  #take(e: number, familia: number, suyas: readonly Cosa[], t: number): void {
    if (!suyas.length) return
    const colas = this.#colas[e] as Cosa[][]
    colas[familia] = (colas[familia] as Cosa[]).filter((c) => !suyas.includes(c))
    for (const c of suyas) this.#leave(c, t)
  }

  #process(e: number, s: Salida & { como: 'proceso' }, t: number, abre: boolean): void {
    if (!s.siempre && !abre) return
    const hasta = s.siempre ? t : this.#abiertos
    for (const [f, cola] of (this.#colas[e] as Cosa[][]).entries()) {
      const salen = cola.filter((c) => c.listo <= hasta && c.visita.retenida <= t)
      this.#take(e, f, salen, t)
      for (const c of salen) this.#arrive(c.visita.item, f, this.#nextOf(this.#p.etapas[e] as Etapa), t)
    }
  }

  #pull(e: number, s: Salida & { como: 'linea' }, t: number): void {
    const debe = this.#debe[e] as number[]
    for (const [f, cola] of (this.#colas[e] as Cosa[][]).entries()) {
      const rate = s.porHora * (this.#partes[f] as number) * Math.exp(this.#demanda[f] as number)
      debe[f] = (debe[f] as number) + ((rate * PASO) / 60) * (0.5 + this.#azar())
      const salen = cola.filter((c) => c.visita.retenida <= t).slice(0, Math.floor(debe[f] as number))
      debe[f] = Math.min(1, (debe[f] as number) - salen.length)
      this.#take(e, f, salen, t)
      for (const c of salen) this.#arrive(c.visita.item, f, this.#nextOf(this.#p.etapas[e] as Etapa), t)
    }
  }

  #load(e: number, s: Salida & { como: 'camion' }, t: number): void {
    const sale = t + PASO * Math.floor(this.#azar() * 4)
    const lleva = (this.#colas[e] as Cosa[][])
      .flat()
      .filter((c) => c.visita.retenida <= t)
      .sort((x, y) => x.visita.desde - y.visita.desde)
      .slice(0, s.carga)
    for (const f of this.#p.familias.keys())
      this.#take(
        e,
        f,
        lleva.filter((c) => c.familia === f),
        sale,
      )
    const llega = sale + s.viaje * (0.8 + 0.5 * this.#azar())
    const a = lleva.map(() => this.#nextOf(this.#p.etapas[e] as Etapa))
    for (const destino of new Set(a))
      this.#viajes.push({ t: llega, cosas: lleva.filter((_, i) => a[i] === destino), a: destino })
  }

  /** @param before whether the plant was open ten minutes ago */
  step(t: number, abre: boolean, before: boolean): void {
    const { demanda, etapas, familias, paros } = this.#p
    if (t % DAY === 0)
      for (const f of familias.keys())
        this.#demanda[f] = (this.#demanda[f] as number) * demanda.memoria + demanda.sigma * this.#normal()
    if (abre && !before && this.#azar() < paros) this.#paro = t + 60 + 240 * this.#azar()
    for (const v of abre ? this.#viajes.filter((x) => x.t <= t) : []) {
      for (const c of v.cosas) this.#arrive(c.visita.item, c.familia, v.a, t)
      this.#viajes.splice(this.#viajes.indexOf(v), 1)
    }
    for (const [e, { salida: s }] of etapas.entries())
      if (s.como === 'proceso') this.#process(e, s, t, abre)
      else if (s.como === 'linea') {
        if (abre && t >= this.#paro) this.#pull(e, s, t)
      } else if (abre && s.horas.some((h) => h * 60 === t % WEEK)) this.#load(e, s, t)
    if (abre) this.#abiertos += PASO
  }
}

/** Simulate the containers of a plant for all its weeks. The same seed gives the same visits. */
export function simulate(p: Plano, seed: number): Visita[] {
  const pasos = (p.semanas * WEEK) / PASO
  const abierto = new Uint8Array(pasos)
  for (const [a, b] of openOf(p)) abierto.fill(1, a / PASO, b / PASO)
  const planta = new Planta(p, seed)
  for (let k = 0; k < pasos; k++) planta.step(k * PASO, abierto[k] === 1, abierto[k - 1] === 1)
  return planta.visitas
}
