/** A container passed into the hands of a partner at a moment (Unix ms); `a` null: back to the company. */
export type Paso = { mac: string; t: number; a: string | null }

export type NotaMovimientos = {
  /** Movements of the book, real movements, and those that are in both. */
  anotados: number
  /** Real movements. */
  ciertos: number
  /** Movements that are in both. */
  aciertos: number
  /** `falsos`: in the book, but not real. `perdidos`: real, but not in the book. */
  falsos: Paso[]
  /** Real movements that are not in the book. */
  perdidos: Paso[]
}

/**
 * Match the book's movements with the real ones: each with one of the same container into the same hands.
 * @param toleranciaMs how far apart their times may be, in ms
 */
export function judgeMovimientos(
  libro: readonly Paso[],
  ciertos: readonly Paso[],
  toleranciaMs: number,
): NotaMovimientos {
  const keyOf = (p: Paso) => `${p.mac} ${p.a}`
  const left = new Map<string, Paso[]>()
  for (const p of ciertos) left.set(keyOf(p), [...(left.get(keyOf(p)) ?? []), p])
  const falsos: Paso[] = []
  for (const p of libro) {
    const suyos = left.get(keyOf(p)) ?? []
    const i = suyos.findIndex((c) => Math.abs(c.t - p.t) <= toleranciaMs)
    if (i < 0) falsos.push(p)
    else suyos.splice(i, 1)
  }
  const perdidos = [...left.values()].flat()
  return {
    anotados: libro.length,
    ciertos: ciertos.length,
    aciertos: ciertos.length - perdidos.length,
    falsos,
    perdidos,
  }
}

export const precisionOf = (n: NotaMovimientos) => n.aciertos / n.anotados
export const recallOf = (n: NotaMovimientos) => n.aciertos / n.ciertos
