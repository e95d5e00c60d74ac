import { LETRA_MONO } from '../../ui/theme/tokens'
import { tinte, tono } from '../../ui/theme/tono'
import { Bastidor, Caja, Nave, Puertas } from './cuerpos'
import { CARA, project, SUELO } from './iso'
import { Etiqueta } from './rack'

const BASTIDOR = [26, 20, 22] as const

/** The loop of a container: full from the press shop to the assembly plant, empty back. */
export function Circuito() {
  const [ex, ey] = project([226, 155, 18])
  return (
    <svg
      viewBox="-350 -100 876 560"
      width="100%"
      overflow="visible"
      role="img"
      aria-label="Contenedores que van llenos de la prensa al montaje y vuelven vacíos"
    >
      <Suelo />
      <Nave en={[0, 0, 0]} de={[160, 92, 46]} dientes={4} />
      <Puertas x={40} y={92} n={3} paso={40} />
      <Caja en={[330, -46, 0]} de={[190, 138, 58]} />
      <Caja en={[354, -22, 58]} de={[40, 90, 8]} />
      <Caja en={[412, -22, 58]} de={[40, 90, 8]} />
      <Puertas x={348} y={92} n={4} paso={42} />

      <Bastidor en={[66, 145, 0]} de={BASTIDOR} lleno />
      <Bastidor en={[106, 145, 0]} de={BASTIDOR} lleno />
      <Bastidor en={[200, 145, 0]} de={BASTIDOR} lleno />
      <Bastidor en={[370, 145, 0]} de={BASTIDOR} lleno />

      <Bastidor en={[390, 265, 0]} de={BASTIDOR} />
      <Bastidor en={[350, 265, 0]} de={BASTIDOR} />
      <Bastidor en={[350, 265, 22]} de={BASTIDOR} />
      <Bastidor en={[120, 265, 0]} de={BASTIDOR} />

      <Caja en={[176, 318, 0]} de={[150, 76, 30]} />
      <Caja en={[196, 334, 30]} de={[110, 14, 4]} />
      <Caja en={[196, 364, 30]} de={[110, 14, 4]} />
      <Bastidor en={[346, 340, 0]} de={BASTIDOR} />
      <Bastidor en={[346, 340, 22]} de={BASTIDOR} />
      <Bastidor en={[346, 366, 0]} de={BASTIDOR} />

      <Etiqueta x={ex} y={ey} tam={0.9} />
      <Ficha x={ex + 14} y={ey - 62} />
      <Rotulo en={[80, 46, 112]} texto="Prensas" />
      <Rotulo en={[425, 23, 110]} texto="Montaje" />
      <Rotulo en={[251, 356, 78]} texto="Almacén" />
    </svg>
  )
}

/** The floor with both routes and their arrows. */
function Suelo() {
  return (
    <g transform={SUELO} fill="none" strokeLinejoin="round" strokeLinecap="round">
      <rect
        x={-40}
        y={-76}
        width={580}
        height={500}
        rx={36}
        fill={tinte('brand', 3)}
        stroke={tinte('brand', 14)}
      />
      <path
        d="M60 155H440A40 40 0 0 1 480 195V235A40 40 0 0 1 440 275H60A40 40 0 0 1 20 235V195A40 40 0 0 1 60 155Z"
        stroke={tinte('brand', 9)}
        strokeWidth={42}
      />
      <g stroke={CARA.linea} strokeWidth={2.5}>
        <path d="M60 155H440A40 40 0 0 1 480 195V210" />
        <path d="M160 147l10 8-10 8M316 147l10 8-10 8M472 202l8 10 8-10" />
        <path
          d="M480 220V235A40 40 0 0 1 440 275H60A40 40 0 0 1 20 235V195A40 40 0 0 1 52 156"
          strokeDasharray="1 8"
        />
        <path d="M326 267l-10 8 10 8M224 267l-10 8 10 8M12 214l8-10 8 10" />
      </g>
    </g>
  )
}

/** What the product shows about one container. */
function Ficha({ x, y }: { x: number; y: number }) {
  return (
    <g className="rotulo" transform={`translate(${x} ${y})`}>
      <path d="M-14 58V44" stroke={tono('amber')} strokeWidth={1.5} />
      <rect x={-30} width={146} height={44} rx={8} fill={tono('paper')} stroke={tono('line')} />
      <text x={-18} y={18} fontSize={13} fontWeight={600} fill={tono('ink')} fontFamily={LETRA_MONO}>
        20014-008
      </text>
      <circle cx={-14} cy={31} r={3.5} fill={tono('azul')} />
      <text x={-5} y={35} fontSize={12} fill={tono('muted')}>
        En movimiento
      </text>
    </g>
  )
}

function Rotulo({ en, texto }: { en: readonly [number, number, number]; texto: string }) {
  const [x, y] = project(en)
  const ancho = texto.length * 7.6 + 20
  return (
    <g className="rotulo" transform={`translate(${x} ${y})`}>
      <path d="M0 12V30" stroke={CARA.canto} />
      <rect
        x={-ancho / 2}
        y={-13}
        width={ancho}
        height={26}
        rx={6}
        fill={tono('paper')}
        stroke={CARA.canto}
      />
      <text y={4.5} textAnchor="middle" fontSize={13} fontWeight={600} fill={tono('brand')}>
        {texto}
      </text>
    </g>
  )
}
