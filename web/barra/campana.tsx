import NotificationsIcon from '@mui/icons-material/NotificationsOutlined'
import Badge from '@mui/material/Badge'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeAvisos } from '../lib/api/live'
import { CLAVE_AVISOS, sinLeerQuery } from '../lib/avisos'
import { tono } from '../ui/theme/tono'
import { EnlaceBoton } from './enlaces'

const MAX = 99

/** Number of unread notices, as a link to them. */
export function Campana() {
  const cliente = useQueryClient()
  const { data: n = 0 } = useQuery(sinLeerQuery)
  useEffect(
    () => subscribeAvisos(() => void cliente.invalidateQueries({ queryKey: CLAVE_AVISOS })),
    [cliente],
  )
  const cuantos = n === 0 ? 'ninguno sin leer' : `${n.toLocaleString('es')} sin leer`
  return (
    <EnlaceBoton
      to="/avisos"
      color="inherit"
      aria-label={`Avisos, ${cuantos}`}
      title={`Avisos, ${cuantos}`}
      sx={{ minWidth: 44, px: 1, color: tono('muted'), '&[aria-current=page]': { color: tono('brand') } }}
    >
      <Badge
        badgeContent={n}
        max={MAX}
        slotProps={{
          badge: { sx: { bgcolor: tono('rojo'), color: tono('paper'), fontVariantNumeric: 'tabular-nums' } },
        }}
      >
        <NotificationsIcon sx={{ fontSize: 22 }} />
      </Badge>
    </EnlaceBoton>
  )
}
