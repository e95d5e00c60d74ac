import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import RepeatIcon from '@mui/icons-material/RepeatOutlined'
import WrongIcon from '@mui/icons-material/WrongLocationOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { LineaRecuento } from '#contract/cuentas/recuentos/reglas-values'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tinte, tono } from '../../ui/theme/tono'
import { type Dicho, formatDetalle, PALABRA, TONO } from './textos'

const ICONO = {
  correcto: CheckIcon,
  repetido: RepeatIcon,
  otro_sitio: WrongIcon,
  no_esperado: WrongIcon,
  desconocido: HelpIcon,
}

/** The last scan. `veces`: how often its container was scanned before. */
export type Ultimo = { linea: LineaRecuento; veces: number }

/** Result of the last scan: colour, text, and a live region for screen readers. */
export function UltimoEscaneo({
  linea,
  veces,
  foto,
  onUndo,
}: Ultimo & { foto?: ReactNode; onUndo?: () => void }) {
  const dicho: Dicho = veces > 0 || linea.resultado === 'falta' ? 'repetido' : linea.resultado
  const token = TONO[dicho]
  const Icono = ICONO[dicho]
  return (
    <Box
      role={onUndo ? 'status' : undefined}
      aria-label={onUndo ? 'Último escaneo' : undefined}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        p: 3,
        borderRadius: 2,
        border: `2px solid ${tono(token)}`,
        bgcolor: tinte(token, 10),
      }}
    >
      <Icono sx={{ fontSize: 36, color: tono(token) }} />
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Box sx={{ fontSize: 18, fontWeight: 600, color: tono(token) }}>{PALABRA[dicho]}</Box>
        <Box sx={{ fontFamily: LETRA_MONO, overflowWrap: 'anywhere' }}>{linea.apodo ?? linea.codigo}</Box>
        <Box sx={{ fontSize: 13 }}>{formatDetalle(linea, veces)}</Box>
      </Box>
      {(foto || onUndo) && (
        <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 2 }}>
          {foto}
          {onUndo && (
            <Button color="inherit" onClick={onUndo}>
              Quitar
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
