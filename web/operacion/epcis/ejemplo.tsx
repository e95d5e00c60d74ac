import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AjustesEpcis, EjemploEpcis } from '#contract/operacion/epcis/ajustes'
import { Seccion } from '../../ui/seccion'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { ejemploQuery, type Guardado } from './queries'

type Props = {
  empresa: number
  /** Undefined: the settings contain an error. */
  ajustes: AjustesEpcis | undefined
  opciones: Pick<Guardado, 'familias' | 'lugares'>
}

const FILAS: [keyof EjemploEpcis, string][] = [
  ['grai', 'GRAI'],
  ['epc', 'En los eventos'],
  ['urn', 'EPC URN'],
  ['digital_link', 'GS1 Digital Link'],
  ['etiqueta', 'Su etiqueta'],
  ['gln', 'GLN'],
  ['sgln', 'El lugar en los eventos'],
]

/** Example identifiers of a container and a place with the typed settings. */
export function Ejemplo({ empresa, ajustes, opciones }: Props) {
  const [familia, setFamilia] = useState(opciones.familias[0] ?? '')
  const [lugar, setLugar] = useState(opciones.lugares[0]?.id)
  const { data, error } = useQuery({
    ...ejemploQuery(empresa, {
      ajustes: ajustes as AjustesEpcis,
      ...(familia && { familia }),
      ...(lugar !== undefined && { ubicacion: lugar }),
    }),
    enabled: ajustes !== undefined,
  })
  return (
    <Seccion titulo="Un ejemplo">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 3 }}>
        <TextField
          select
          size="small"
          label="Familia del ejemplo"
          value={familia}
          onChange={(e) => setFamilia(e.target.value)}
          sx={{ minWidth: 176 }}
        >
          {opciones.familias.map((f) => (
            <MenuItem key={f} value={f}>
              {f}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          label="Lugar del ejemplo"
          value={lugar ?? ''}
          onChange={(e) => setLugar(Number(e.target.value))}
          sx={{ minWidth: 176 }}
        >
          {opciones.lugares.map((l) => (
            <MenuItem key={l.id} value={l.id}>
              {l.nombre}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {ajustes === undefined || error ? (
        <Typography variant="body2" color="textSecondary">
          {error ? error.message : 'Cuando todo esté bien se ve aquí cómo queda.'}
        </Typography>
      ) : (
        <Box
          component="dl"
          aria-live="polite"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
            columnGap: 4,
            rowGap: { xs: 0, sm: 1 },
          }}
        >
          {FILAS.map(([k, titulo]) => (
            <Box key={k} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: tono('muted'), fontSize: 13 }}>
                {titulo}
              </Box>
              <Box
                component="dd"
                sx={{
                  m: 0,
                  mb: { xs: 2, sm: 0 },
                  fontFamily: LETRA_MONO,
                  fontSize: 13,
                  overflowWrap: 'anywhere',
                }}
              >
                {data?.[k] ?? '—'}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Seccion>
  )
}
