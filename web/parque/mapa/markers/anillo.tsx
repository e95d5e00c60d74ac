import type { Token } from '../../../ui/theme/tokens'
import { tono } from '../../../ui/theme/tono'

const GROSOR = 5

/** Ring of arcs, each a share of the whole, clockwise from the top. */
export function Anillo({
  lado,
  sectores,
}: {
  lado: number
  sectores: { token: Token | null; parte: number }[]
}) {
  const radio = (lado - GROSOR) / 2
  let inicio = 0
  return (
    <svg className="anillo" width={lado} height={lado} aria-hidden="true">
      {sectores.map(({ token, parte }) => {
        const desde = inicio
        inicio += parte
        return (
          <circle
            key={token ?? 'resto'}
            cx={lado / 2}
            cy={lado / 2}
            r={radio}
            pathLength={1}
            fill="none"
            stroke={token ? tono(token) : tono('line')}
            strokeWidth={GROSOR}
            strokeDasharray={`${parte} ${1 - parte}`}
            strokeDashoffset={-desde}
            transform={`rotate(-90 ${lado / 2} ${lado / 2})`}
          />
        )
      })}
    </svg>
  )
}
