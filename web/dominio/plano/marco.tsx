import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { FondoPlano, razonOf } from './fondo'
import type { Medida } from './geometria'
import { planoQuery } from './query'
import { useMedida } from './use-medida'

type Props = {
  empresa: number
  /** Accessible description of the content. */
  etiqueta: string
  /** It contains buttons, so its role is not that of a picture. */
  conMandos?: boolean
  /** Content over the plan, for its size in CSS pixels. */
  children: (plano: Plano, medida: Medida) => ReactNode
}

/** A read-only floor plan of a company, pale and as large as its container allows, with content over it. */
export function MarcoPlano({ empresa, etiqueta, conMandos, children }: Props) {
  const { data: plano, error, refetch, isFetching } = useQuery(planoQuery(empresa))
  const marco = useRef<HTMLDivElement>(null)
  const hueco = useMedida(marco)
  const razon = razonOf(plano?.imagen ?? null)
  const ancho = hueco ? Math.floor(Math.min(hueco.ancho, hueco.alto * razon)) : 0
  const medida = { ancho, alto: Math.floor(ancho / razon) }
  return (
    <Box ref={marco} sx={{ height: '100%', display: 'grid', placeItems: 'center', bgcolor: tono('ground') }}>
      {error && !plano ? (
        <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />
      ) : plano && !plano.data.some((u) => u.nodo_x !== null) ? (
        <EstadoVacio texto="El plano no tiene ubicaciones" ayuda="Un administrador las coloca en el plano." />
      ) : (
        plano &&
        ancho > 0 && (
          <Box
            role={conMandos ? 'group' : 'img'}
            aria-label={etiqueta}
            style={{ width: medida.ancho, height: medida.alto }}
            sx={{ position: 'relative', flex: 'none', overflow: 'hidden' }}
          >
            <Box sx={{ height: '100%', opacity: 0.65 }}>
              <FondoPlano imagen={plano.imagen} />
            </Box>
            {children(plano, medida)}
          </Box>
        )
      )}
    </Box>
  )
}
