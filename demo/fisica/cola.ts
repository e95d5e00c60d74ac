/** What comes next: a binary heap by time. What has the same time comes as it was put in. */
export function createCola<T>() {
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
      const primera = monton[0]
      const ultima = monton.pop()
      if (!primera || !ultima || !monton.length) return primera
      let i = 0
      for (let hijo = 1; hijo < monton.length; hijo = 2 * i + 1) {
        const otro = monton[hijo + 1]
        if (otro && before(otro, monton[hijo] as Entrada)) hijo++
        if (!before(monton[hijo] as Entrada, ultima)) break
        monton[i] = monton[hijo] as Entrada
        i = hijo
      }
      monton[i] = ultima
      return primera
    },
  }
}
