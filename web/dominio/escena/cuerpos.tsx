import { CARA, type Punto3, project, puntos } from './iso'

type Cuerpo = { en: Punto3; de: Punto3 }

const CANTO = { stroke: CARA.canto, strokeWidth: 1, strokeLinejoin: 'round' } as const

/** A solid box with its back lower corner at `en` and sizes `de`. */
export function Caja({ en: [x, y, z], de: [w, d, h] }: Cuerpo) {
  const [X, Y, Z] = [x + w, y + d, z + h]
  return (
    <g {...CANTO}>
      <polygon points={puntos([x, Y, z], [X, Y, z], [X, Y, Z], [x, Y, Z])} fill={CARA.izquierda} />
      <polygon points={puntos([X, y, z], [X, Y, z], [X, Y, Z], [X, y, Z])} fill={CARA.derecha} />
      <polygon points={puntos([x, y, Z], [X, y, Z], [X, Y, Z], [x, Y, Z])} fill={CARA.techo} />
    </g>
  )
}

/** A hall with a saw-tooth roof, its glass towards the right. */
export function Nave({ en: [x, y], de: [w, d, h], dientes }: Cuerpo & { dientes: number }) {
  const paso = w / dientes
  const alto = h + paso * 0.45
  return (
    <g {...CANTO}>
      <polygon
        points={puntos([x, y + d, 0], [x + w, y + d, 0], [x + w, y + d, h], [x, y + d, h])}
        fill={CARA.izquierda}
      />
      <polygon
        points={puntos([x + w, y, 0], [x + w, y + d, 0], [x + w, y + d, h], [x + w, y, h])}
        fill={CARA.derecha}
      />
      {Array.from({ length: dientes }, (_, i) => x + i * paso).map((a) => {
        const b = a + paso
        return (
          <g key={a}>
            <polygon
              points={puntos([a, y, h], [b, y, alto], [b, y + d, alto], [a, y + d, h])}
              fill={CARA.techo}
            />
            <polygon points={puntos([a, y + d, h], [b, y + d, alto], [b, y + d, h])} fill={CARA.izquierda} />
            <polygon
              points={puntos([b, y, h], [b, y, alto], [b, y + d, alto], [b, y + d, h])}
              fill={CARA.vidrio}
            />
          </g>
        )
      })}
    </g>
  )
}

/** Doors on the left-hand wall of a building. */
export function Puertas({ x, y, n, paso }: { x: number; y: number; n: number; paso: number }) {
  return Array.from({ length: n }, (_, i) => x + i * paso).map((a) => (
    <polygon
      key={a}
      points={puntos([a, y, 0], [a + 18, y, 0], [a + 18, y, 22], [a, y, 22])}
      fill={CARA.vidrio}
      stroke={CARA.canto}
    />
  ))
}

/** A rack: four posts, two rails a side; `lleno` carries pressed parts. */
export function Bastidor({ en: [x, y, z], de: [w, d, h], lleno }: Cuerpo & { lleno?: boolean }) {
  const [X, Y, Z] = [x + w, y + d, z + h]
  const linea = (a: Punto3, b: Punto3) => {
    const [x1, y1] = project(a)
    const [x2, y2] = project(b)
    return `M${x1} ${y1}L${x2} ${y2}`
  }
  const aro = (c: number) => linea([x, Y, c], [X, Y, c]) + linea([X, Y, c], [X, y, c])
  const fondo = linea([x, y, z], [x, y, Z]) + linea([x, y, Z], [X, y, Z]) + linea([x, y, Z], [x, Y, Z])
  const frente =
    linea([x, Y, z], [x, Y, Z]) +
    linea([X, Y, z], [X, Y, Z]) +
    linea([X, y, z], [X, y, Z]) +
    aro(z + h * 0.08) +
    aro(z + h * 0.5) +
    aro(Z)
  const piezas = lleno ? [0.16, 0.37, 0.58, 0.79] : []
  return (
    <g fill="none" stroke={CARA.linea} strokeWidth={Math.max(1, h / 26)} strokeLinecap="round">
      <polygon
        points={puntos([x, y, z], [X, y, z], [X, Y, z], [x, Y, z])}
        fill={CARA.derecha}
        stroke="none"
      />
      <path d={fondo} opacity={0.55} />
      {piezas.map((k) => (
        <polygon
          key={k}
          points={puntos(
            [x + w * k, y + d * 0.1, z + h * 0.08],
            [x + w * k, y + d * 0.9, z + h * 0.08],
            [x + w * k, y + d * 0.9, z + h * 0.86],
            [x + w * k, y + d * 0.35, z + h * 0.86],
            [x + w * k, y + d * 0.1, z + h * 0.6],
          )}
          fill={CARA.derecha}
          stroke={CARA.canto}
          strokeWidth={1}
        />
      ))}
      <path d={frente} />
    </g>
  )
}
