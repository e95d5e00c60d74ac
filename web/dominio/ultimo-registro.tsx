import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import { fechaHora, haceCuanto, isCaduco } from '../lib/formato'
import { useAhora } from '../lib/time/ahora'
import { useZona } from '../lib/time/zona'
import celda from '../ui/celda.module.css'
import { tono } from '../ui/theme/tono'
import { usePlazos } from './plazos'

type Props = {
  iso: string | null | undefined
  /** Company whose deadline applies. */
  empresa: number | undefined
  conExacta?: boolean
}

/**
 * When a device was last heard: relative time, with the exact plant time on hover or focus, or beside it with `conExacta`; red when stale.
 */
export function UltimoRegistro({ iso, empresa, conExacta }: Props) {
  const ahora = useAhora()
  const exacta = fechaHora(iso, useZona())
  const caduco = isCaduco(iso, usePlazos()(empresa).minutosViejo, ahora)
  const Icono = caduco ? ErrorOutlined : ScheduleOutlined
  const relativa = haceCuanto(iso, Math.max(ahora, Date.parse(iso ?? '') || 0)) ?? 'Sin datos'
  if (conExacta)
    return (
      <span
        className={celda.registro}
        data-caduco={caduco || undefined}
        style={{ flexWrap: 'wrap', columnGap: 8 }}
      >
        <Icono titleAccess={caduco ? 'Registro antiguo' : undefined} />
        <span>{relativa}</span>
        {exacta && <span style={{ color: tono('muted') }}>{exacta}</span>}
      </span>
    )
  return (
    <span className={celda.registro} data-caduco={caduco || undefined} title={exacta ?? undefined}>
      <Icono titleAccess={caduco ? 'Registro antiguo' : undefined} />
      <span className={celda.relativa}>{relativa}</span>
      {exacta && <span className={celda.exacta}>{exacta}</span>}
    </span>
  )
}
