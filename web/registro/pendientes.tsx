import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { haceCuanto } from '../lib/formato'
import { useAlmacen } from '../lib/session/almacen'
import { useSesion } from '../lib/session/sesion'
import { LETRA_MONO } from '../ui/theme/tokens'
import { tinte, tono } from '../ui/theme/tono'
import { discard, type Pendiente, pendientes, pendientesOf } from './cola'

/** What somebody registered without network: in sight until the frame of the screens has sent it. */
export function RegistrosPendientes({ onCorrect }: { onCorrect: (p: Pendiente) => void }) {
  const lista = pendientesOf(useAlmacen(pendientes), useSesion())
  if (lista.length === 0) return null
  return (
    <Box
      component="section"
      aria-label="Registros pendientes de enviar"
      sx={{ mb: 5, p: 4, borderRadius: 2, border: `1px solid ${tono('amber')}`, bgcolor: tinte('amber', 6) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: tono('amber') }}>
        <CloudOffIcon sx={{ fontSize: 20 }} />
        <Typography component="h2" sx={{ fontWeight: 600 }}>
          {lista.length === 1
            ? '1 registro pendiente de enviar'
            : `${lista.length} registros pendientes de enviar`}
        </Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {lista.map((p) => (
          <Box
            component="li"
            key={p.id}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
          >
            <Box component="span" sx={{ fontFamily: LETRA_MONO, fontSize: 13 }}>
              {p.registro.apodo} · {p.registro.mac_serie}
            </Box>
            <Box component="span" sx={{ flex: 1, fontSize: 12, color: tono(p.error ? 'rojo' : 'muted') }}>
              {p.error ?? haceCuanto(new Date(p.cuando).toISOString())}
            </Box>
            {p.error && (
              <Button size="small" onClick={() => onCorrect(p)}>
                Corregir
              </Button>
            )}
            <Button
              size="small"
              color="inherit"
              aria-label={`Descartar ${p.registro.apodo}`}
              onClick={() => discard(p.id)}
            >
              Descartar
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
