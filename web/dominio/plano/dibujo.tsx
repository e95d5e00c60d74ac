import { styled } from '@mui/material/styles'
import { tinte, tono } from '../../ui/theme/tono'

/** In units of the drawing. */
export const DIBUJO = { ancho: 1600, alto: 900 }

const Lienzo = styled('svg')({
  display: 'block',
  width: '100%',
  height: '100%',
  '& .suelo': { fill: tono('ground') },
  '& .recinto': {
    fill: tinte('brand', 3),
    stroke: tinte('brand', 30),
    strokeWidth: 2,
    strokeDasharray: '2 7',
  },
  '& .nave': { fill: tono('paper'), stroke: tinte('brand', 38), strokeWidth: 2 },
  '& .cubierta': { stroke: tinte('brand', 12), strokeWidth: 2, fill: 'none' },
  '& .estante': { stroke: tinte('brand', 20), strokeWidth: 7 },
  '& .muelle': { fill: tinte('brand', 32) },
  '& .calle': { fill: tinte('gris', 13) },
  '& .eje': { stroke: tono('paper'), strokeWidth: 3, strokeDasharray: '16 14', fill: 'none' },
  '& .via': { stroke: tinte('gris', 22), strokeWidth: 44, fill: 'none', strokeLinejoin: 'round' },
  '& .linea': { stroke: tinte('azul', 30), strokeWidth: 3, strokeDasharray: '10 8', fill: 'none' },
  '& .paso': { stroke: tinte('amber', 45), strokeWidth: 3, strokeDasharray: '12 10', fill: 'none' },
  '& .verde': { fill: tinte('verde', 7) },
  '& .arbol': { fill: tinte('verde', 20) },
  '& text': { fill: tono('muted'), fontSize: 15, fontWeight: 600, letterSpacing: '0.08em' },
})

type Caja = readonly [x: number, y: number, ancho: number, alto: number]

/** Halls, by their content. */
const ALMACENES: readonly Caja[] = [
  [660, 70, 430, 170],
  [660, 410, 430, 190],
]
const MUELLES: readonly Caja[] = [
  [390, 70, 215, 170],
  [390, 410, 215, 190],
]
const TALLERES: readonly Caja[] = [
  [390, 700, 215, 150],
  [660, 700, 430, 150],
  [1145, 700, 400, 150],
  [1145, 450, 400, 175],
]
const LINEA: Caja = [1145, 70, 400, 325]
const ARBOLES = [
  [62, 690, 20],
  [108, 742, 28],
  [58, 812, 24],
  [178, 690, 16],
  [214, 808, 30],
  [142, 836, 18],
  [254, 716, 22],
] as const
const ROTULOS: readonly (readonly [texto: string, x: number, y: number])[] = [
  ['MUELLES', 404, 96],
  ['ESTANTERÍAS', 674, 96],
  ['LÍNEA DE MONTAJE', 1159, 96],
  ['MUELLES DE VACÍOS', 404, 436],
  ['ESTANTERÍAS', 674, 436],
  ['METROLOGÍA', 1159, 476],
  ['LAVADO', 404, 726],
  ['TALLER', 674, 726],
  ['CHAPA', 1159, 726],
  ['PROVEEDOR', 44, 92],
  ['PLAYA', 44, 436],
]

const Nave = ({ caja: [x, y, ancho, alto] }: { caja: Caja }) => (
  <rect className="nave" x={x} y={y} width={ancho} height={alto} rx={6} />
)

function Estantes({ caja: [x, y, ancho, alto] }: { caja: Caja }) {
  const filas = [0.32, 0.52, 0.72, 0.92].map((f) => y + alto * f - 8)
  return <path className="estante" d={filas.map((f) => `M${x + 16} ${f}H${x + ancho - 16}`).join('')} />
}

function Puertas({ caja: [x, y, , alto] }: { caja: Caja }) {
  return [0.2, 0.42, 0.64, 0.86].map((f) => (
    <rect key={f} className="muelle" x={x - 9} y={y + alto * f - 10} width={18} height={22} rx={2} />
  ))
}

function Cubierta({ caja: [x, y, ancho, alto] }: { caja: Caja }) {
  const ondas = [0.25, 0.5, 0.75].map((f) => x + ancho * f)
  return <path className="cubierta" d={ondas.map((o) => `M${o} ${y + 36}V${y + alto - 10}`).join('')} />
}

/**
 * The plant seen from above: halls, docks and aisles, and the road to Gestamp. It uses only theme tokens, so that it is sharp and correct
 * in both schemes.
 */
export function Dibujo() {
  return (
    <Lienzo viewBox={`0 0 ${DIBUJO.ancho} ${DIBUJO.alto}`} preserveAspectRatio="none" aria-hidden="true">
      <rect className="suelo" width={DIBUJO.ancho} height={DIBUJO.alto} />
      <rect className="verde" x={16} y={636} width={286} height={236} rx={14} />
      {ARBOLES.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} className="arbol" cx={x} cy={y} r={r} />
      ))}
      {/* The road: from the docks out of the gate to Gestamp, and down to where the empties leave. */}
      <path className="via" d="M400 153H300M300 153H144V520M300 153V505H400" />
      <rect className="recinto" x={340} y={34} width={1236} height={838} rx={14} />
      <path className="via" d="M340 153H394M340 505H394" />
      <path className="eje" d="M392 153H144V520M300 153V505H392" />
      <g className="calle">
        <rect x={390} y={268} width={730} height={112} rx={4} />
        <rect x={390} y={628} width={1155} height={44} rx={4} />
        <rect x={1104} y={70} width={27} height={602} rx={4} />
        <rect x={619} y={70} width={27} height={602} rx={4} />
      </g>
      <path className="paso" d="M404 324H1104M404 650H1530M1117 84V640M632 84V640" />
      <FueraDelRecinto />
      {[...MUELLES, ...ALMACENES, ...TALLERES, LINEA].map((c) => (
        <Nave key={c.join()} caja={c} />
      ))}
      {ALMACENES.map((c) => (
        <Estantes key={c.join()} caja={c} />
      ))}
      {MUELLES.map((c) => (
        <Puertas key={c.join()} caja={c} />
      ))}
      {TALLERES.map((c) => (
        <Cubierta key={c.join()} caja={c} />
      ))}
      <path className="linea" d="M1175 135H1512V205H1175V350H1512" />
      {ROTULOS.map(([texto, x, y]) => (
        <text key={`${x} ${y}`} x={x} y={y}>
          {texto}
        </text>
      ))}
      <text x={240} y={325} transform="rotate(-90 240 325)" textAnchor="middle">
        VÍA A GESTAMP
      </text>
    </Lienzo>
  )
}

/** Outside the fence: the press shop, and the yard of the lorries. */
function FueraDelRecinto() {
  const gestamp: Caja = [30, 66, 226, 174]
  const playa: Caja = [30, 410, 226, 190]
  return (
    <>
      <Nave caja={gestamp} />
      <Cubierta caja={gestamp} />
      <Nave caja={playa} />
      <Puertas caja={[playa[0] + playa[2], playa[1], 0, playa[3]]} />
    </>
  )
}
