import Box from '@mui/material/Box'
import type { Dispositivo } from '#contract/dispositivos/dispositivos'
import { porCiento } from '../lib/formato'
import { tono } from '../ui/theme/tono'

type Props = {
  d: Pick<Dispositivo, 'Lugar' | 'Situacion' | 'Certeza'>
  /** What stands there where no place is known. */
  falta: string
}

/** Where a container is, and how sure that is while it stands there. */
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
