import { project } from '../../ui/mapa/vista'
import { type Grupo, RADIO_PX } from './markers/grupos'

/** A group that moved less than this since the last answer, in CSS pixels, counts as the same group. */
const ALCANCE_PX = RADIO_PX / 2

/**
 * Gives the groups of a new answer the keys of the previous one: each takes the key of the nearest old group. So its marker keeps its DOM
 * element and the focus when one device more or less shifts its centre.
 */
export function inheritClaves(nuevos: Grupo[], previos: Grupo[], zoom: number): Grupo[] {
  const enPixeles = project(zoom)
  const puntoOf = (g: Grupo) => ({ g, ...enPixeles(g.lat, g.lon) })
  const antes = previos.filter((g) => !g.solo).map(puntoOf)
  const parejas = nuevos
    .filter((g) => !g.solo)
    .map(puntoOf)
    .flatMap((n) =>
      antes.map((a) => ({ nuevo: n.g, clave: a.g.clave, lejos: Math.hypot(a.x - n.x, a.y - n.y) })),
    )
    .filter(({ lejos }) => lejos < ALCANCE_PX)
    .sort((a, b) => a.lejos - b.lejos)
  const heredadas = new Map<Grupo, string>()
  const dadas = new Set<string>()
  for (const { nuevo, clave } of parejas) {
    if (heredadas.has(nuevo) || dadas.has(clave)) continue
    heredadas.set(nuevo, clave)
    dadas.add(clave)
  }
  return nuevos.map((g) => {
    const clave = heredadas.get(g)
    if (clave !== undefined) return { ...g, clave }
    return dadas.has(g.clave) ? { ...g, clave: `${g.clave}'` } : g
  })
}
