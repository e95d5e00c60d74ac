import type { Cuenta, Movimiento } from '../../cuentas/custodia/libro'

/** A movement of the book; `quien`: its container; null: it is of a number of containers. */
export type Asentado = Movimiento & { quien: number | null }

export type NotaLibro = {
  /** Number of moments at which something moved. */
  momentos: number
  /** Moments after which own stock plus all balances differed from the pool. */
  descuadres: number[]
  /** Containers that were in two accounts, or twice in one, after some moment. */
  dobles: number[]
}

/**
 * Replay the book from its first movement to its last and check it.
 * @param poolAt number of containers in the pool at a moment (Unix ms); null: unknown
 */
export function judgeLibro(
  movimientos: readonly Asentado[],
  poolAt: ((momento: number) => number) | null,
): NotaLibro {
  const inOrder = movimientos.toSorted((x, y) => x.momento - y.momento)
  const nota: NotaLibro = { momentos: 0, descuadres: [], dobles: [] }
  const dobles = new Set<number>()
  /** For each container: how often it is in each account. */
  const cuentas = new Map<number, Map<Cuenta, number>>()
  let pool = 0
  let tocados = new Set<number>()
  for (const [i, m] of inOrder.entries()) {
    if (m.de !== 'fuera') pool -= m.cantidad
    if (m.a !== 'fuera') pool += m.cantidad
    if (m.quien !== null) {
      const suyas = cuentas.get(m.quien) ?? new Map<Cuenta, number>()
      suyas.set(m.de, (suyas.get(m.de) ?? 0) - m.cantidad)
      suyas.set(m.a, (suyas.get(m.a) ?? 0) + m.cantidad)
      cuentas.set(m.quien, suyas)
      tocados.add(m.quien)
    }
    if (inOrder[i + 1]?.momento === m.momento) continue
    nota.momentos++
    if (poolAt && pool !== poolAt(m.momento)) nota.descuadres.push(m.momento)
    for (const quien of tocados) {
      const inside = [...(cuentas.get(quien) ?? [])].filter(([c, n]) => c !== 'fuera' && n !== 0)
      if (inside.length > 1 || inside.some(([, n]) => n !== 1)) dobles.add(quien)
    }
    tocados = new Set()
  }
  nota.dobles = [...dobles]
  return nota
}
