import { type Limites, project } from '../../../ui/mapa/vista'
import { type Grupo, ladoOf } from './grupos'

/** Placement of a marker's texts; shifts are CSS pixels to the right of its centre. */
export type Colocacion = {
  /** Shift of the name of its place; null hides it. */
  lugar: number | null
  /** Shift of its tooltip. */
  pista: number
  /** The tooltip is below, because there is no space above. */
  abajo: boolean
}

type Caja = { x0: number; y0: number; x1: number; y1: number }

export const ALTO_LUGAR = 17
export const SEPARACION_LUGAR = 3
export const ANCHO_PISTA = 240
const ALTO_PISTA = 64
/** Width of the widest letter of the tooltip, in CSS pixels. */
const LETRA_PISTA = 7.5
/** Size of the zoom buttons in the south-east corner, in CSS pixels. */
const CONTROLES = { ancho: 60, alto: 176 }
/** Horizontal padding of both texts, left and right together, in CSS pixels. */
const RELLENO_LUGAR = 10
const RELLENO_PISTA = 16
/** Free space to the edge of the map, and around a name, in CSS pixels. */
const BORDE = 4
const AIRE = 2

const overlap = (a: Caja, b: Caja) =>
  a.x0 < b.x1 + AIRE && b.x0 < a.x1 + AIRE && a.y0 < b.y1 + AIRE && b.y0 < a.y1 + AIRE

/** Shift that keeps a text of this width, centred on x, within 0..limite. */
const nudge = (x: number, medio: number, limite: number) =>
  Math.max(BORDE + medio - x, 0) || Math.min(limite - BORDE - medio - x, 0)

/**
 * Places the texts of the markers: names of places cover neither markers nor each other (the larger group keeps its name), and the edge
 * cuts nothing off. `medir` returns the width of a name in CSS pixels.
 */
export function place(
  grupos: Grupo[],
  limites: Limites,
  zoom: number,
  measure: (texto: string) => number,
): Map<string, Colocacion> {
  const enPixeles = project(zoom, limites)
  const { x: ancho, y: alto } = enPixeles(limites.minlat, limites.maxlon)
  const marcas = grupos.map((g) => {
    const { x, y } = enPixeles(g.lat, g.lon)
    const r = ladoOf(g) / 2
    return { g, x, y, r, caja: { x0: x - r, y0: y - r, x1: x + r, y1: y + r } }
  })
  const nombres: Caja[] = [{ x0: ancho - CONTROLES.ancho, y0: alto - CONTROLES.alto, x1: ancho, y1: alto }]
  const colocaciones = new Map<string, Colocacion>()
  for (const { g, x, y, r, caja } of marcas.toSorted((a, b) => b.g.n - a.g.n)) {
    const nombreSolo = g.solo ? (g.solo.apodo ?? g.solo.mac) : null
    const mediaPista =
      (nombreSolo ? Math.min(ANCHO_PISTA, nombreSolo.length * LETRA_PISTA + RELLENO_PISTA) : ANCHO_PISTA) / 2
    const dentro = x >= 0 && x <= ancho && y >= 0 && y <= alto
    let lugar: number | null = null
    if (dentro && !g.solo && g.lugar) {
      const medio = (measure(g.lugar) + RELLENO_LUGAR) / 2
      const dx = nudge(x, medio, ancho)
      const y0 = y + r + SEPARACION_LUGAR
      const nombre = { x0: x + dx - medio, x1: x + dx + medio, y0, y1: y0 + ALTO_LUGAR }
      const overlaps = (otra: Caja) => overlap(nombre, otra)
      if (!nombres.some(overlaps) && !marcas.some((m) => m.caja !== caja && overlaps(m.caja))) {
        nombres.push(nombre)
        lugar = dx
      }
    }
    colocaciones.set(g.clave, {
      lugar,
      pista: dentro ? nudge(x, mediaPista, ancho) : 0,
      abajo: dentro && y - r < ALTO_PISTA,
    })
  }
  return colocaciones
}
