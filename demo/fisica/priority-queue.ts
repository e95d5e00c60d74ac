/** A binary heap by time; entries of the same time come in the order of insertion. */
export function createPriorityQueue<T>() {
  type Entrada = { t: number; n: number; dato: T }
  const monton: Entrada[] = []
  let puestos = 0
  const before = (a: Entrada, b: Entrada) => a.t < b.t || (a.t === b.t && a.n < b.n)

  return {
    push(t: number, dato: T): void {
      const nueva = { t, n: puestos++, dato }
      let i = monton.length
      for (; i > 0; ) {
        const padre = (i - 1) >> 1
        if (!before(nueva, monton[padre] as Entrada)) break
        monton[i] = monton[padre] as Entrada
        i = padre
      }
      monton[i] = nueva
    },
    peek: (): number => monton[0]?.t ?? Number.POSITIVE_INFINITY,
    pop(): { t: number; dato: T } | undefined {
      const first = monton[0]
      const last = monton.pop()
      if (!first || !last || !monton.length) return first
      let i = 0
      for (let child = 1; child < monton.length; child = 2 * i + 1) {
        const otro = monton[child + 1]
        if (otro && before(otro, monton[child] as Entrada)) child++
        if (!before(monton[child] as Entrada, last)) break
        monton[i] = monton[child] as Entrada
        i = child
      }
      monton[i] = last
      return first
    },
  }
}
