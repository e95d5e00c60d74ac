import Box from '@mui/material/Box'
import type { SeriePrevista } from '#contract/flujo/prevision/prevision'
import { hora, porCiento } from '../../../lib/formato'
import { useZona } from '../../../lib/time/zona'
import { tinte, tono } from '../../../ui/theme/tono'

const [ANCHO, ALTO, PIE, LADO] = [320, 128, 20, 30]
/** Height of the strip below the hours, with its title and its curve. */
const [TITULO_FRANJA, CURVA] = [14, 26]

/**
 * The 80 % band, the median and the minimum over the coming 24 open hours; below them the probability of having been under the minimum by
 * each hour. The table of the series has the same data.
 */
export function Banda({ s }: { s: SeriePrevista }) {
  const zona = useZona()
  const n = s.horas.length
  const mayor = Math.max(1, s.stock, s.minimo ?? 0, ...s.q90) * 1.08
  const x = (i: number) => LADO + ((i + 1) / n) * (ANCHO - LADO - 4)
  const y = (v: number) => 4 + (1 - v / mayor) * (ALTO - PIE - 4)
  const line = (valores: readonly number[]) =>
    [s.stock, ...valores].map((v, i) => `${x(i - 1).toFixed(1)} ${y(v).toFixed(1)}`)
  const area = `M${[...line(s.q90), ...line(s.q10).reverse()].join('L')}Z`
  const franja = s.minimo !== null && s.p_horas.length > 0
  const alto = franja ? ALTO + TITULO_FRANJA + CURVA : ALTO
  const marcas = [0, Math.round(mayor / 2.16), Math.round(mayor / 1.08)]
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${ANCHO} ${alto}`}
      aria-hidden="true"
      sx={{
        width: '100%',
        height: 'auto',
        display: 'block',
        '& text': { fontSize: 11, fill: tono('muted'), fontFamily: 'inherit' },
      }}
    >
      {marcas.map((v) => (
        <g key={v}>
          <line x1={LADO} x2={ANCHO - 4} y1={y(v)} y2={y(v)} stroke={tono('line')} />
          <text x={LADO - 5} y={y(v) + 4} textAnchor="end">
            {v}
          </text>
        </g>
      ))}
      <path d={area} fill={tinte('brand', 22)} />
      <path d={`M${line(s.q50).join('L')}`} fill="none" stroke={tono('brand')} strokeWidth={2} />
      {s.minimo !== null && (
        <line
          x1={LADO}
          x2={ANCHO - 4}
          y1={y(s.minimo)}
          y2={y(s.minimo)}
          stroke={tono('rojo')}
          strokeWidth={1.5}
          strokeDasharray="5 4"
        />
      )}
      <circle cx={x(-1)} cy={y(s.stock)} r={3.5} fill={tono('brand')} />
      {[7, 15, 23].map((i) => (
        <text key={i} x={x(i)} y={ALTO - 5} textAnchor={i === 23 ? 'end' : 'middle'}>
          {s.horas[i] && hora(Date.parse(s.horas[i]), zona).slice(0, 5)}
        </text>
      ))}
      {franja && <Franja s={s} x={x} />}
    </Box>
  )
}

/** The hour by which a shortage has reached the probability that the text states. */
function Franja({ s, x }: { s: SeriePrevista; x: (i: number) => number }) {
  const suelo = ALTO + TITULO_FRANJA + CURVA - 1
  const y = (p: number) => suelo - p * (CURVA - 4)
  const puntos = [0, ...s.p_horas].map((p, i) => `${x(i - 1).toFixed(1)} ${y(p).toFixed(1)}`)
  return (
    <g>
      <text x={LADO} y={ALTO + 9}>
        Haber bajado ya de {(s.minimo ?? 0).toLocaleString('es')}
      </text>
      <text x={ANCHO - 4} y={ALTO + 9} textAnchor="end">
        {porCiento(s.p_falta ?? 0)}
      </text>
      <line x1={LADO} x2={ANCHO - 4} y1={suelo} y2={suelo} stroke={tono('line')} />
      <path
        d={`M${puntos.join('L')}L${x(s.p_horas.length - 1)} ${suelo}L${x(-1)} ${suelo}Z`}
        fill={tinte('rojo', 22)}
      />
      <path d={`M${puntos.join('L')}`} fill="none" stroke={tono('rojo')} strokeWidth={1.5} />
    </g>
  )
}
