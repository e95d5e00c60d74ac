import type { Conjunto, Miembro } from './repo-fleet'

const claveOf = (m: Omit<Conjunto, 'n'>) =>
  `${m.empresa_id}\n${m.tipo}\n${m.activado}\n${m.familia}\n${m.contable}\n${m.ubicacion}\n${m.lector}\n${m.incierto}\n${m.inactivo}`

/** How many devices are alike in all that they are counted by, kept as each of them changes. */
export function createConjuntos() {
  const conjuntos = new Map<string, Conjunto>()
  return {
    add(m: Miembro): void {
      const clave = claveOf(m)
      const suyo = conjuntos.get(clave)
      if (suyo) {
        suyo.n++
        return
      }
      const { empresa_id, tipo, activado, familia, contable, ubicacion, lector, incierto, inactivo } = m
      conjuntos.set(clave, {
        empresa_id,
        tipo,
        activado,
        familia,
        contable,
        ubicacion,
        lector,
        incierto,
        inactivo,
        n: 1,
      })
    },
    remove(m: Miembro): void {
      const clave = claveOf(m)
      const suyo = conjuntos.get(clave)
      if (suyo && --suyo.n === 0) conjuntos.delete(clave)
    },
    clear: () => conjuntos.clear(),
    /** As they are now: what comes later changes none of them. */
    list: (): Conjunto[] => Array.from(conjuntos.values(), (c) => ({ ...c })),
  }
}
