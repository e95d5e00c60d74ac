import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import { tono } from '../theme/tono'

/** An unobtrusive note that the base map is the built-in one. */
export function AvisoBase({ visible }: { visible: boolean }) {
  return (
    <Box
      role="status"
      sx={{
        position: 'absolute',
        bottom: 36,
        left: 10,
        pointerEvents: 'none',
        fontSize: 12,
        lineHeight: '16px',
      }}
    >
      {visible && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: '6px',
            px: 2,
            py: '4px',
            borderRadius: '8px',
            border: `1px solid ${tono('line')}`,
            bgcolor: tono('paper'),
            color: tono('muted'),
          }}
        >
          <CloudOffOutlined sx={{ fontSize: 14 }} />
          Mapa base sin conexión
        </Box>
      )}
    </Box>
  )
}
