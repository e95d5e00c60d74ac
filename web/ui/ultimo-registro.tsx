import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import { styled } from '@mui/material/styles'
import { useAhora } from '../lib/ahora'
import { esCaduco, fechaHora, haceCuanto } from '../lib/formato'
import { useZona } from '../lib/zona'
import { tono } from './tono'

const Marco = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 6,
  whiteSpace: 'nowrap',
  '& svg': { fontSize: 16, color: tono('muted') },
  '&[data-caduco]': { color: tono('rojo'), '& svg': { color: 'inherit' } },
  '& .exacta': { display: 'none' },
  // The keyboard has no hover: a focused row shows the exact time instead.
  'tr:focus-visible & .exacta': { display: 'inline' },
  'tr:focus-visible & .relativa': { display: 'none' },
})

type Props = { iso: string | null | undefined; conExacta?: boolean }

/**
 * When a device was last heard: relative, exact plant time on hover or focus, or beside it with `conExacta`; a red
 * alert when stale.
 */
export function UltimoRegistro({ iso, conExacta }: Props) {
  const ahora = useAhora()
  const exacta = fechaHora(iso, useZona())
  const caduco = esCaduco(iso, ahora)
  const Icono = caduco ? ErrorOutlined : ScheduleOutlined
  const relativa = haceCuanto(iso, Math.max(ahora, Date.parse(iso ?? '') || 0)) ?? 'Sin datos'
  if (conExacta)
    return (
      <Marco data-caduco={caduco || undefined} style={{ flexWrap: 'wrap', columnGap: 8 }}>
        <Icono titleAccess={caduco ? 'Registro antiguo' : undefined} />
        <span>{relativa}</span>
        {exacta && <span style={{ color: tono('muted') }}>{exacta}</span>}
      </Marco>
    )
  return (
    <Marco data-caduco={caduco || undefined} title={exacta ?? undefined}>
      <Icono titleAccess={caduco ? 'Registro antiguo' : undefined} />
      <span className="relativa">{relativa}</span>
      {exacta && <span className="exacta">{exacta}</span>}
    </Marco>
  )
}
