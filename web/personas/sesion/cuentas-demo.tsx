import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { instalacionQuery } from '../../lib/instalacion'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

const CUENTAS = ['admin', 'operario', 'calidad']
const CLAVE = 'retorna'

/** Demo accounts to log in with; empty on other installations. */
export function CuentasDemo({ onChoose }: { onChoose: (cuenta: string, clave: string) => void }) {
  const { data: ajustes } = useQuery(instalacionQuery)
  if (!ajustes?.demo) return null
  return (
    <Box sx={{ pt: 4, borderTop: `1px solid ${tono('line')}` }}>
      <Typography variant="body2" color="textSecondary">
        Instalación de demostración. La contraseña de todas las cuentas es{' '}
        <Box component="code" sx={{ fontFamily: LETRA_MONO, color: tono('ink') }}>
          {CLAVE}
        </Box>
        .
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2.5 }}>
        {CUENTAS.map((cuenta) => (
          <Button
            key={cuenta}
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => onChoose(cuenta, CLAVE)}
          >
            {cuenta}
          </Button>
        ))}
      </Box>
    </Box>
  )
}
