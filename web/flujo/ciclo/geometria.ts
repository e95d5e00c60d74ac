export const ANCHO = 1000
export const ALTO = 600
const [CX, CY, RX, RY] = [ANCHO / 2, ALTO / 2, 320, 172]
const [RADIO_MIN, RADIO_MAX] = [20, 46]
const [GROSOR_MIN, GROSOR_MAX] = [1.5, 9]

export type Sitio = { x: number; y: number; r: number }

/** Position of the labels of a stage: outside of the oval, away from the legs. */
export type Rotulo = { x: number; y: number; ancla: 'start' | 'middle' | 'end' }

const ALTO_LINEA = 17

/** Position of the first of several lines of text. */
export function placeRotulo({ x, y, r }: Sitio, lineas: number): Rotulo {
  const lado = (x - CX) / RX
  if (Math.abs(lado) > 0.8)
    return {
      x: x + Math.sign(lado) * (r + 12),
      y: y - ((lineas - 1) * ALTO_LINEA) / 2 + 4,
      ancla: lado > 0 ? 'start' : 'end',
    }
  return { x, y: y < CY ? y - r - 10 - (lineas - 1) * ALTO_LINEA : y + r + 19, ancla: 'middle' }
}

export const lineOf = (r: Rotulo, i: number) => r.y + i * ALTO_LINEA

/** Positions of the stages on an oval in their order, starting at the top left; the size shows the stock. */
export function placeEtapas(stocks: readonly number[]): Sitio[] {
  const mayor = Math.max(1, ...stocks)
  const n = stocks.length
  return stocks.map((s, i) => {
    const giro = (2 * Math.PI * i) / n - Math.PI / 2 - Math.PI / n
    return {
      x: CX + RX * Math.cos(giro),
      y: CY + RY * Math.sin(giro),
      r: RADIO_MIN + (RADIO_MAX - RADIO_MIN) * Math.sqrt(s / mayor),
    }
  })
}

/** Width of a leg by its flow relative to the largest one. */
export const widthOf = (n: number, mayor: number) =>
  GROSOR_MIN + (GROSOR_MAX - GROSOR_MIN) * Math.sqrt(n / Math.max(1, mayor))

export type Trazo = { d: string; x: number; y: number }

const HUECO = 14

/**
 * The curve of a leg from the edge of one stage to that of another, and its middle. It bends to the left, so that the leg back does not
 * overlap it.
 */
export function drawPaso(de: Sitio, a: Sitio): Trazo {
  const [dx, dy] = [a.x - de.x, a.y - de.y]
  const largo = Math.hypot(dx, dy) || 1
  const dobla = Math.min(70, largo * 0.16)
  // For neighbours the middle is moved away from the centre of the oval, for the leg back to the side.
  const mx = (de.x + a.x) / 2 + (dy / largo) * dobla
  const my = (de.y + a.y) / 2 - (dx / largo) * dobla
  const edge = (s: Sitio, hueco: number) => {
    const l = Math.hypot(mx - s.x, my - s.y) || 1
    return { x: s.x + ((mx - s.x) / l) * (s.r + hueco), y: s.y + ((my - s.y) / l) * (s.r + hueco) }
  }
  const [p, q] = [edge(de, 2), edge(a, HUECO)]
  const n = (v: number) => v.toFixed(1)
  return {
    d: `M${n(p.x)} ${n(p.y)}Q${n(mx)} ${n(my)} ${n(q.x)} ${n(q.y)}`,
    x: (p.x + 2 * mx + q.x) / 4,
    y: (p.y + 2 * my + q.y) / 4,
  }
}
