import { tono } from '../../ui/theme/tono'
import { Bastidor } from './cuerpos'
import { project } from './iso'

const TAMANO = [64, 44, 52] as const

/** A rack with a tag and its radio signal. */
export function Rack({ ancho, lleno }: { ancho: number; lleno?: boolean }) {
  const [x, y] = project([64, 22, 40])
  return (
    <svg width={ancho} viewBox="-48 -64 112 126" aria-hidden="true">
      <Bastidor en={[0, 0, 0]} de={TAMANO} lleno={lleno} />
      <Etiqueta x={x} y={y} />
    </svg>
  )
}

/** A tag and the rings of its radio signal. */
export function Etiqueta({ x, y, tam = 1 }: { x: number; y: number; tam?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${tam})`} stroke={tono('amber')} fill="none" strokeWidth={1.5}>
      <circle r={4} fill={tono('amber')} stroke={tono('paper')} />
      <path d="M6.5-6.5a9.2 9.2 0 0 1 0 13M10.6-10.6a15 15 0 0 1 0 21.2" strokeLinecap="round" />
    </g>
  )
}
