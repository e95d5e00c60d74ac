import Box from '@mui/material/Box'
import { tinte, tono } from './theme/tono'

/** A quoted passage with the searched words marked. */
export function Cita({ partes }: { partes: { texto: string; marcado: boolean }[] }) {
  return partes.map((p, i) =>
    p.marcado ? (
      <Box
        component="mark"
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
        key={i}
        sx={{ bgcolor: tinte('amber', 22), color: tono('ink'), borderRadius: '3px', px: '1px' }}
      >
        {p.texto}
      </Box>
    ) : (
      p.texto
    ),
  )
}
