import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { haceCuanto } from '../lib/formato'
import { useAlmacen } from '../lib/session/almacen'
import { type Cola, colaOf, type EnCola } from '../lib/session/cola'
import { useSesion } from '../lib/session/sesion'
import { LETRA_MONO } from '../ui/theme/tokens'
import { tinte, tono } from '../ui/theme/tono'

type Props<T extends EnCola> = {
  cola: Cola<T>
  /** Accessible name of the section. */
  etiqueta: string
  tituloOf: (n: number) => string
  /** Name of the item, short and in full. */
  nombreOf: (p: T) => { corto: string; entero?: string }
  /** Corrects a refused item; unset: it can only be discarded. */
  onCorrect?: (p: T) => void
}

/** The outbox of this user: shown until the layout has sent its items. */
export function SinEnviar<T extends EnCola>({ cola, etiqueta, tituloOf, nombreOf, onCorrect }: Props<T>) {
  const lista = colaOf(useAlmacen(cola.almacen), useSesion())
  if (lista.length === 0) return null
  return (
    <Box
      component="section"
      aria-label={etiqueta}
      sx={{ mb: 4, p: 4, borderRadius: 2, border: `1px solid ${tono('amber')}`, bgcolor: tinte('amber', 6) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: tono('amber') }}>
        <CloudOffIcon sx={{ fontSize: 20 }} />
        <Typography component="h2" sx={{ fontWeight: 600 }}>
          {tituloOf(lista.length)}
        </Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {lista.map((p) => {
          const { corto, entero = corto } = nombreOf(p)
          return (
            <Box
              component="li"
              key={p.id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
            >
              <Box component="span" sx={{ fontFamily: LETRA_MONO, fontSize: 13 }}>
                {entero}
              </Box>
              <Box component="span" sx={{ flex: 1, fontSize: 12, color: tono(p.error ? 'rojo' : 'muted') }}>
                {p.error ?? haceCuanto(new Date(p.cuando).toISOString())}
              </Box>
              {p.error && onCorrect && (
                <Button size="small" onClick={() => onCorrect(p)}>
                  Corregir
                </Button>
              )}
              <Button
                size="small"
                color="inherit"
                aria-label={`Descartar ${corto}`}
                onClick={() => void cola.discard(p.id)}
              >
                Descartar
              </Button>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
