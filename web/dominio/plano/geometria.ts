export type Punto = { x: number; y: number }
export type Medida = { ancho: number; alto: number }

/** Half the size of a node, in CSS pixels. */
export const MEDIO_NODO: Punto = { x: 76, y: 24 }
const SEPARACION = 5
/** Margin between a node and the edge of the plan. */
const ORILLA = 4
/** Curvature of a path, as a share of its length. */
const COMBA = 0.1

const r = (v: number) => Math.round(v * 10) / 10

/** Position of a node in the plan, in CSS pixels, moved inwards so that the whole node is visible. */
export function place(nodo: Punto, plano: Medida, medio = MEDIO_NODO): Punto {
  const dentro = (v: number, mitad: number, largo: number) =>
    Math.min(Math.max(v * largo, mitad + ORILLA), largo - mitad - ORILLA)
  return { x: dentro(nodo.x, medio.x, plano.ancho), y: dentro(nodo.y, medio.y, plano.alto) }
}

/** Where the line from the centre of a node towards `hacia` crosses its border. */
function borde(nodo: Punto, hacia: Punto, mitad: Punto): Punto {
  const dx = hacia.x - nodo.x
  const dy = hacia.y - nodo.y
  const t = Math.min(
    1,
    (mitad.x + SEPARACION) / Math.abs(dx || 1e-6),
    (mitad.y + SEPARACION) / Math.abs(dy || 1e-6),
  )
  return { x: nodo.x + dx * t, y: nodo.y + dy * t }
}

/** `d` of the path from one node to another; `mitad` is half the size of a node. */
export function camino(desde: Punto, hasta: Punto, mitad = MEDIO_NODO): string {
  const medio = {
    x: (desde.x + hasta.x) / 2 - (hasta.y - desde.y) * COMBA,
    y: (desde.y + hasta.y) / 2 + (hasta.x - desde.x) * COMBA,
  }
  // Between nodes side by side or one above the other the path is straight.
  const recto = Math.abs(hasta.x - desde.x) < 24 || Math.abs(hasta.y - desde.y) < 24
  const control = recto ? { x: (desde.x + hasta.x) / 2, y: (desde.y + hasta.y) / 2 } : medio
  const a = borde(desde, control, mitad)
  const b = borde(hasta, control, mitad)
  return `M${r(a.x)} ${r(a.y)}Q${r(control.x)} ${r(control.y)} ${r(b.x)} ${r(b.y)}`
}
