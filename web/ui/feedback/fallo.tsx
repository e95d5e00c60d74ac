import ErrorOutlinedIcon from '@mui/icons-material/ErrorOutlineOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Button } from '../button'
import { tono } from '../theme/tono'

type Props = {
  /** Error message for the user. */
  texto: string
  detalle?: string
  onRetry?: () => void
  ocupado?: boolean
}

/** Something could not be loaded; Reintentar retries. */
export function Fallo({ texto, detalle, onRetry, ocupado }: Props) {
  return (
    <Box role="alert" sx={{ display: 'grid', justifyItems: 'center', gap: 2, p: 8, textAlign: 'center' }}>
      <ErrorOutlinedIcon sx={{ fontSize: 32, color: tono('rojo') }} />
      <Typography sx={{ fontWeight: 550, mt: 1 }}>{texto}</Typography>
      {detalle && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 440 }}>
          {detalle}
        </Typography>
      )}
      {onRetry && (
        <Button
          variant="outlined"
          startIcon={<RefreshIcon />}
          loading={ocupado}
          loadingPosition="start"
          onClick={onRetry}
          sx={{ mt: 2 }}
        >
          Reintentar
        </Button>
      )}
    </Box>
  )
}
