import { useCallback, useMemo } from 'react'
import { Grafico } from '../../../ui/grafico/grafico'
import type { Tonos } from '../../../ui/grafico/tema-grafico'
import type { Detalle } from '../queries'
import { EJES, magnitud, opcionImpacto, sumUp } from './opcion-impacto'

type Props = Pick<Detalle, 'muestras' | 'pico_g'> & { umbral: number }

/** Acceleration by axis around an impact, with the threshold that makes it one. */
export function GraficoImpacto({ muestras, pico_g, umbral }: Props) {
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
      resumen={sumUp(muestras, pico_g, umbral)}
      opcion={opcion}
      datos={datos}
      alto={300}
    />
  )
}
