import type { Conjunto, Miembro } from './repo-fleet'

const keyOf = (m: Omit<Conjunto, 'n'>) =>
  `${m.empresa_id}\n${m.tipo}\n${m.activado}\n${m.familia}\n${m.contable}\n${m.ubicacion}\n${m.lector}\n${m.incierto}\n${m.inactivo}`

/** Counts devices that agree in every counted property; updated whenever a device changes. */
export function createConjuntos() {
  const conjuntos = new Map<string, Conjunto>()
  return {
    /** Counts one more. @returns those that it agrees with, itself too */
    add(m: Miembro): Conjunto {
      const key = keyOf(m)
      const suyo = conjuntos.get(key)
      if (suyo) {
        suyo.n++
        return suyo
      }
      const { empresa_id, tipo, activado, familia, contable, ubicacion, lector, incierto, inactivo } = m
      const nuevo = {
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
      }
      conjuntos.set(key, nuevo)
      return nuevo
    },
    /** @param suyo what `add` returned */
    remove(suyo: Conjunto): void {
      if (--suyo.n === 0) conjuntos.delete(keyOf(suyo))
    },
    /** Those of a company (null: of all). Copies, so that later changes do not alter them. */
    list: (empresa: number | null): Conjunto[] =>
      [...conjuntos.values()].flatMap((c) => (empresa === null || c.empresa_id === empresa ? { ...c } : [])),
  }
}
