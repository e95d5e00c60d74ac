import type { Estancia } from '#contract/parque/estancias/estancias'

/** A leg from place to place: how often it was taken, and how many moves ago last (0: the last move). */
export type Tramo = { desde: string; hasta: string; veces: number; edad: number }

/** Legs between the places of a plan, oldest first; stays at other places are skipped. */
export function tramosOf(estancias: Estancia[], enPlano: (lugar: string) => boolean): Tramo[] {
  const lugares = estancias.flatMap((e) => (e.Ubicacion && enPlano(e.Ubicacion) ? [e.Ubicacion] : []))
  const tramos = new Map<string, Tramo>()
  let ultimo = 0
  for (const [i, hasta] of lugares.entries()) {
    const desde = lugares[i - 1]
    if (!desde || desde === hasta) continue
    const clave = `${desde}\n${hasta}`
    const veces = (tramos.get(clave)?.veces ?? 0) + 1
    tramos.delete(clave)
    tramos.set(clave, { desde, hasta, veces, edad: ++ultimo })
  }
  return [...tramos.values()].map((t) => ({ ...t, edad: ultimo - t.edad }))
}
