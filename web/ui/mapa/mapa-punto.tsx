import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useInstalacion } from '../../lib/instalacion'
import type { Token } from '../theme/tokens'
import { tono } from '../theme/tono'
import { CapaMarcadores } from './capa-marcadores'
import { Mapa } from './mapa'

const nada = () => {}

type Props = { lat: number; lon: number; zoom: number; etiqueta: string; token: Token; icono: ReactNode }

/** A map around one place, which an icon marks. */
export function MapaPunto({ lat, lon, zoom, etiqueta, token, icono }: Props) {
  const ajustes = useInstalacion()
  const inicio = { lat, lon, zoom }
  return (
    <Mapa
      inicial={inicio}
      inicio={inicio}
      onVista={nada}
      estiloUrl={ajustes?.tileStyleUrl}
      etiqueta={etiqueta}
    >
      <CapaMarcadores
        decorativa
        marcadores={[{ clave: 'punto', lat, lon }]}
        draw={() => (
          <Box
            sx={{
              display: 'grid',
              placeItems: 'center',
              width: 32,
              height: 32,
              borderRadius: '50%',
              border: `2px solid ${tono('paper')}`,
              bgcolor: tono(token),
              color: tono('paper'),
              boxShadow: '0 1px 4px rgb(0 0 0 / 0.35)',
              '& svg': { fontSize: 20 },
            }}
          >
            {icono}
          </Box>
        )}
      />
    </Mapa>
  )
}
