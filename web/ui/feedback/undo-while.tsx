import Box from '@mui/material/Box'
import { useSegundos } from '../../lib/time/segundos'
import { Button } from '../button'
import { tinte, tono } from '../theme/tono'

type Props = {
  /** Seconds in which it could be undone, and when the server said so (ms). */
  segundos: number
  desde: number
  /** What was done. */
  hecho: string
  /** Label of the button. */
  accion?: string
  ocupado: boolean
  error?: string | undefined
  onUndo: () => void
}

/** Undo button with the time that is left, while the server allows it. */
export function UndoWhile({ segundos, desde, hecho, accion = 'Deshacer', ocupado, error, onUndo }: Props) {
  const quedan = Math.ceil(segundos - useSegundos(desde))
  if (quedan <= 0) return null
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 12px',
        px: 3,
        py: 1,
        borderRadius: 1,
        bgcolor: tinte('brand', 8),
        fontSize: 13,
      }}
    >
      <Box
        component="span"
        role="timer"
        sx={{ flex: 1, minWidth: 160, color: error ? tono('rojo') : undefined }}
      >
        {error ?? `${hecho} hace un momento: se puede deshacer durante ${quedan} s.`}
      </Box>
      <Button size="small" loading={ocupado} onClick={onUndo}>
        {accion}
      </Button>
    </Box>
  )
}
