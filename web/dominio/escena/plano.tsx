import { TOKEN_ESTADO } from '../../ui/theme/tokens'
import { tinte, tono } from '../../ui/theme/tono'
import { Caja } from './cuerpos'
import { CARA, project, SUELO } from './iso'

const CHINCHETAS = [
  { en: [20, 76, 0], token: TOKEN_ESTADO.Parado },
  { en: [122, 40, 0], token: TOKEN_ESTADO['En movimiento'] },
  { en: [84, 108, 0], token: TOKEN_ESTADO.Impacto },
] as const

/** A plan with containers on it. */
export function Plano({ ancho }: { ancho: number }) {
  return (
    <svg width={ancho} viewBox="-126 -34 270 178" aria-hidden="true">
      <g transform={SUELO} fill="none">
        <rect
          width={150}
          height={136}
          rx={10}
          fill={tinte('brand', 5)}
          stroke={CARA.canto}
          strokeWidth={1.5}
        />
        <path d="M0 60H150M64 0V136M104 60V136" stroke={tinte('brand', 26)} strokeWidth={1.5} />
        <path d="M20 76V92H84V108M84 92H122V40" stroke={CARA.linea} strokeWidth={2} strokeDasharray="2 5" />
      </g>
      <Caja en={[12, 12, 0]} de={[40, 34, 18]} />
      <Caja en={[76, 10, 0]} de={[26, 34, 10]} />
      {CHINCHETAS.map(({ en, token }) => {
        const [x, y] = project(en)
        return (
          <g key={token} transform={`translate(${x} ${y})`}>
            <ellipse rx={6} ry={3} fill={tono(token)} opacity={0.25} />
            <path
              d="M0 0C-4-9-10-13-10-20A10 10 0 0 1 10-20C10-13 4-9 0 0Z"
              fill={tono(token)}
              stroke={tono('paper')}
            />
            <circle cy={-20} r={3.5} fill={tono('paper')} />
          </g>
        )
      })}
    </svg>
  )
}
