import { useCallback, useMemo } from 'react'
import { Grafico } from '../ui/grafico/grafico'
import type { Tonos } from '../ui/grafico/tema-grafico'
import { enG } from './medidas'
import { EJES, opcionImpacto } from './opcion-impacto'
import type { Detalle } from './queries'

type Props = { muestras: Detalle['muestras']; umbral: number }

const magnitud = ([, x, y, z]: Detalle['muestras'][number]) => Math.hypot(x, y, z)

/** Acceleration by axis around an impact, with the threshold that makes it one. */
export function GraficoImpacto({ muestras, umbral }: Props) {
  const opcion = useCallback((t: Tonos) => opcionImpacto(muestras, umbral, t), [muestras, umbral])
  const datos = useMemo(
    () => ({
      columnas: ['ms', ...EJES.map((eje) => `${eje} (g)`), 'Magnitud (g)'].map((titulo) => ({ titulo })),
      filas: muestras.map((m) => [...m, magnitud(m)]),
    }),
    [muestras],
  )
  return (
    <Grafico
      etiqueta="Aceleración de cada eje alrededor del impacto"
      resumen={sumUp(muestras, umbral)}
      opcion={opcion}
      datos={datos}
      alto={300}
    />
  )
}

function sumUp(muestras: Detalle['muestras'], umbral: number): string {
  const mayor = muestras.reduce((a, b) => (magnitud(b) > magnitud(a) ? b : a))
  const [ms, ...ejes] = mayor
  const eje = EJES[ejes.reduce((m, v, k) => (Math.abs(v) > Math.abs(ejes[m] ?? 0) ? k : m), 0)]
  const cuando = ms === 0 ? 'en el instante del impacto' : `a los ${Math.round(ms).toLocaleString('es')} ms`
  const cuantas = muestras.length === 1 ? '1 muestra' : `${muestras.length} muestras`
  return `${cuantas}: la mayor, de ${enG(magnitud(mayor))}, llega ${cuando}, sobre todo en el eje ${eje}. El umbral es ±${enG(umbral)}.`
}
