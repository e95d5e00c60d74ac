import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useAlmacen } from '../lib/almacen'
import { haceCuanto } from '../lib/formato'
import { useAviso } from '../ui/aviso'
import { LETRA_MONO } from '../ui/tokens'
import { tinte, tono } from '../ui/tono'
import { descartar, enviarPendientes, type Pendiente, pendientes } from './cola'

const REINTENTO_MS = 30_000

/** Registrations made without network: sent when there is one again, and in sight until then. */
export function RegistrosPendientes({ onCorregir }: { onCorregir: (p: Pendiente) => void }) {
  const lista = useAlmacen(pendientes)
  const aviso = useAviso()

  useEffect(() => {
    const enviar = () =>
      void enviarPendientes().then((n) => {
        if (n > 0) aviso.exito(n === 1 ? 'Registro pendiente enviado' : `${n} registros pendientes enviados`)
      })
    enviar()
    const reloj = setInterval(enviar, REINTENTO_MS)
    window.addEventListener('online', enviar)
    return () => {
      clearInterval(reloj)
      window.removeEventListener('online', enviar)
    }
  }, [aviso])

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
              <Button size="small" onClick={() => onCorregir(p)}>
                Corregir
              </Button>
            )}
            <Button
              size="small"
              color="inherit"
              aria-label={`Descartar ${p.registro.apodo}`}
              onClick={() => descartar(p.id)}
            >
              Descartar
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
