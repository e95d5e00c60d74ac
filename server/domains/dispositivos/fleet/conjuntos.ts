import type { Conjunto, Miembro } from './repo-fleet'

const claveOf = (m: Omit<Conjunto, 'n'>) =>
  `${m.empresa_id}\n${m.tipo}\n${m.activado}\n${m.familia}\n${m.contable}\n${m.ubicacion}\n${m.lector}\n${m.incierto}\n${m.inactivo}`

/** Counts devices that agree in every counted property; updated whenever a device changes. */
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
    /** Copies, so that later changes do not alter them. */
    list: (): Conjunto[] => Array.from(conjuntos.values(), (c) => ({ ...c })),
  }
}
