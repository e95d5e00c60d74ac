import { type Azar, createAzar, mixSemillas } from '../azar'
import { after } from './calendario'
import { createCola } from './cola'

const MINUTO = 60_000
const HORA = 60 * MINUTO

/** What happens at a place: how long containers stay, and who takes how many of them where. */
export type Regla = {
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
  destinos: readonly (readonly [lugar: number, parte: number])[]
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
export type Suerte = {
  clase: 'retenido' | 'perdido'
  contenedor: number
  lugar: number
  desde: number
  hasta: number
}

type Suceso = { contenedor: number } | { vence: number; lugar: number } | Viaje

/** Where `n` containers are at the beginning, by place. */
function spread(reglas: readonly Regla[], n: number, azar: Azar): number[] {
  const partes = reglas.map((r, i) => [i, r.parte] as const)
  return Array.from({ length: n }, () => azar.pickShare(partes))
}

/**
 * The plant of movements: every container stays, waits for its lot, rides and stays again, for ever. Ways come in the order
 * in which they begin. What goes for the past goes for the present: whoever asks up to a time gets the same.
 * @param desde Unix ms
 * @param raros what seldom happens: without it, nothing does
 */
export function createFlujo(
  reglas: readonly Regla[],
  n: number,
  semilla: number,
  desde: number,
  raros?: Raros,
) {
  const azar = createAzar(semilla)
  // Of its own: what is not held or lost goes its way as ever.
  const suerte = createAzar(mixSemillas(semilla, 11))
  const suertes: Suerte[] = []
  const inicio = spread(reglas, n, azar)
  const donde = [...inicio]
  const listos: number[][] = reglas.map(() => [])
  const lotes = reglas.map(() => 0)
  const libre = reglas.map(() => desde)
  const llamadas = reglas.map(() => 0)
  const cola = createCola<Suceso>()

  const stay = (lugar: number) => (reglas[lugar] as Regla).horas * azar.between(0.5, 1.5)
  for (const [contenedor, lugar] of inicio.entries())
    cola.push(after(desde, stay(lugar) * azar.next()), { contenedor })

  /** A container has come to a place: when it is ready to go on, or null where it never is. */
  function arrive(contenedor: number, lugar: number, llega: number): number | null {
    const listo = after(llega, stay(lugar))
    if (!raros) return listo
    if (suerte.chance(raros.perdidos)) {
      suertes.push({ clase: 'perdido', contenedor, lugar, desde: listo, hasta: Number.POSITIVE_INFINITY })
      return null
    }
    if (!suerte.chance(raros.retenidos)) return listo
    const hasta = listo + suerte.between(...raros.horas) * HORA
    suertes.push({ clase: 'retenido', contenedor, lugar, desde: listo, hasta })
    return hasta
  }

  /** A vehicle takes up to a lot: as soon as the one before has gone. */
  function send(de: number, t: number): void {
    const r = reglas[de] as Regla
    const contenedores = (listos[de] as number[]).splice(0, r.lote)
    if (!contenedores.length) return
    lotes[de] = (lotes[de] as number) + 1
    const sale = Math.max(t, libre[de] as number) + azar.between(0.5, 6) * MINUTO
    libre[de] = sale + azar.between(1, 3) * MINUTO
    const llega = sale + azar.between(...r.minutos) * MINUTO
    cola.push(sale, { contenedores, de, a: azar.pickShare(r.destinos), sale, llega, vehiculo: r.vehiculo })
  }

  function enqueue(lugar: number, t: number): void {
    const r = reglas[lugar] as Regla
    const lista = listos[lugar] as number[]
    if (r.llamadoPor === undefined) {
      if (lista.length >= r.lote) send(lugar, t)
      else if (lista.length === 1) cola.push(after(t, r.espera), { vence: lotes[lugar] as number, lugar })
      return
    }
    while (lista.length && (llamadas[lugar] as number) > 0) {
      llamadas[lugar] = (llamadas[lugar] as number) - Math.min(lista.length, r.lote)
      send(lugar, t)
    }
  }

  /** A place that pulls has room for as many as left it. */
  function call(v: Viaje): void {
    for (const [i, r] of reglas.entries())
      if (r.llamadoPor === v.de) {
        llamadas[i] = (llamadas[i] as number) + v.contenedores.length
        enqueue(i, v.sale)
      }
  }

  function* moves(): Generator<Viaje, void, void> {
    for (let s = cola.pop(); s; s = cola.pop()) {
      const { t, dato } = s
      if ('vence' in dato) {
        if (lotes[dato.lugar] === dato.vence) send(dato.lugar, t)
      } else if ('contenedor' in dato) {
        const lugar = donde[dato.contenedor] as number
        ;(listos[lugar] as number[]).push(dato.contenedor)
        enqueue(lugar, t)
      } else {
        for (const contenedor of dato.contenedores) {
          donde[contenedor] = dato.a
          const listo = arrive(contenedor, dato.a, dato.llega)
          if (listo !== null) cola.push(listo, { contenedor })
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
    suertes: suertes as readonly Suerte[],
  }
}
