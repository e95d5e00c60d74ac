import { styled } from '@mui/material/styles'
import { type Hoja, porHoja, sitioOf } from '#contract/parque/adhesivos/values'
import { tinte, tono } from '../../ui/theme/tono'

const Papel = styled('svg')({
  display: 'block',
  maxWidth: '100%',
  overflow: 'visible',
  '& .papel': {
    fill: tono('paper'),
    stroke: tono('muted'),
    strokeWidth: 1,
    vectorEffect: 'non-scaling-stroke',
  },
  '& .libre': { fill: 'none', stroke: tono('line'), strokeWidth: 1, vectorEffect: 'non-scaling-stroke' },
  '& .usada': { fill: tinte('muted', 30), stroke: 'none' },
  '& .nueva': {
    fill: tinte('brand', 12),
    stroke: tono('brand'),
    strokeWidth: 1,
    vectorEffect: 'non-scaling-stroke',
  },
  '& .codigo': { fill: tono('brand') },
  '& .texto': { fill: tinte('brand', 45) },
})

const ALTO_PX = 240
const ANCHO_PX = 300

type Props = { hoja: Hoja /** From 1. */; desde: number; etiquetas: number }

/** The first sheet: used labels, labels to print, and free ones. */
export function VistaHoja({ hoja, desde, etiquetas }: Props) {
  const [ancho, alto] = hoja.papel
  const [w, h] = hoja.etiqueta
  const caben = porHoja(hoja)
  const hasta = Math.min(caben, desde - 1 + etiquetas)
  const escala = Math.min(ALTO_PX / alto, ANCHO_PX / ancho)
  const lado = Math.min(h, w / 2) - 2 * hoja.margen
  const que = hasta >= desde ? `se imprimen de la ${desde} a la ${hasta}` : 'no se imprime ninguna'
  return (
    <Papel
      role="img"
      aria-label={`Primera hoja, de ${caben} ${caben === 1 ? 'etiqueta' : 'etiquetas'}: ${que}`}
      viewBox={`0 0 ${ancho} ${alto}`}
      width={ancho * escala}
      height={alto * escala}
    >
      <rect className="papel" width={ancho} height={alto} rx={1} />
      {Array.from({ length: caben }, (_, n) => {
        const [x, y] = sitioOf(hoja, n)
        const clase = n < desde - 1 ? 'usada' : n < hasta ? 'nueva' : 'libre'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place on the sheet is its number.
          <g key={n} transform={`translate(${x} ${y})`}>
            <rect className={clase} x={0.6} y={0.6} width={w - 1.2} height={h - 1.2} rx={1.2} />
            {clase === 'nueva' && (
              <>
                <rect className="codigo" x={hoja.margen + 1} y={(h - lado) / 2} width={lado} height={lado} />
                <rect className="texto" x={w / 2 + 1} y={h * 0.32} width={w * 0.38} height={h * 0.14} />
                <rect className="texto" x={w / 2 + 1} y={h * 0.56} width={w * 0.28} height={h * 0.07} />
              </>
            )}
          </g>
        )
      })}
    </Papel>
  )
}
