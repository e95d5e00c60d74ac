import { project } from '../ui/mapa/vista'
import { type Grupo, RADIO_PX } from './markers/grupos'

/** A group that moved less, in CSS pixels, since the answer before is the same one. */
const ALCANCE_PX = RADIO_PX / 2

/**
 * Groups of a new answer under the keys of the one before: each takes over from the nearest, so that its marker
 * stays, with the focus that is on it, when a device more or less shifts its centre.
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
