import Box from '@mui/material/Box'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { porCiento } from '../lib/formato'
import { tono } from '../ui/theme/tono'

type Props = {
  d: Pick<Dispositivo, 'Lugar' | 'Situacion' | 'Certeza'>
  /** Text where no place is known. */
  falta: string
}

/** The place of a container with its certainty while it stands there. */
export function Lugar({ d, falta }: Props) {
  const dice = d.Situacion === 'en_sitio' && d.Certeza !== null
  return (
    <>
      {d.Lugar ?? falta}
      {dice && (
        <Box component="span" sx={{ color: tono('muted'), whiteSpace: 'nowrap' }}>
          {` · ${porCiento(d.Certeza ?? 0)} seguro`}
        </Box>
      )}
    </>
  )
}
