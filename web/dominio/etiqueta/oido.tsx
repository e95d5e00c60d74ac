import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import HourglassIcon from '@mui/icons-material/HourglassEmptyOutlined'
import Box from '@mui/material/Box'
import { haceCuanto } from '../../lib/formato'
import { useAhora } from '../../lib/time/ahora'
import { tinte, tono } from '../../ui/theme/tono'
import { isOido } from './primera'

type Props = {
  ultimo: string | null | undefined
  lector: string | null | undefined
  /** Since when this tag is on its container; absent: it is the first one. */
  desde?: string
}

/** Shows whether a new tag has been heard: grey until then, green afterwards. */
export function Oido({ ultimo, lector, desde }: Props) {
  const ahora = useAhora()
  const oido = isOido(ultimo, desde)
  const token = oido ? 'verde' : 'gris'
  const Icono = oido ? CheckCircleIcon : HourglassIcon
  return (
    <Box
      role="status"
      data-oido={oido}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 28,
        px: 2.5,
        borderRadius: '14px',
        fontSize: 13,
        fontWeight: 550,
        color: tono(token),
        bgcolor: tinte(token),
        '& svg': { fontSize: 16 },
      }}
    >
      <Icono />
      {oido
        ? `Oído ${haceCuanto(ultimo, Math.max(ahora, Date.parse(ultimo ?? '')))}${lector ? ` por ${lector}` : ''}`
        : 'Todavía no oído'}
    </Box>
  )
}
