import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useEffect, useState } from 'react'
import { SOBRE_LO_DE_ABAJO } from '../feedback/aviso'
import { tono } from '../theme/tono'
import type { Exportacion } from './exportacion'

/** An export that is faster than this shows no panel. */
const SILENCIO_MS = 600

const n = (v: number) => v.toLocaleString('es')

/** `quedan 20 s`, extrapolated from the pace so far; nothing while it is unknown. */
export function remains(
  { desde, avance }: Pick<Exportacion, 'desde' | 'avance'>,
  ahora: number,
): string | null {
  if (!avance?.total || avance.hechas === 0) return null
  const s = Math.ceil((((ahora - desde) / avance.hechas) * (avance.total - avance.hechas)) / 1000)
  if (s <= 0) return 'terminando'
  return s < 90 ? `quedan ${s} s` : `quedan ${Math.ceil(s / 60)} min`
}

/** Running exports, in the corner of the screen: rows done of total rows, remaining time, cancel. */
export function PanelExportaciones({
  lista,
  onCancel,
}: {
  lista: Exportacion[]
  onCancel: (id: string) => void
}) {
  const [ahora, setAhora] = useState(Date.now())
  const hay = lista.length > 0
  useEffect(() => {
    if (!hay) return
    setAhora(Date.now())
    const reloj = setInterval(() => setAhora(Date.now()), 300)
    return () => clearInterval(reloj)
  }, [hay])
  const largas = lista.filter((e) => ahora - e.desde > SILENCIO_MS)
  if (largas.length === 0) return null
  return (
    <Box
      component="section"
      aria-label="Exportaciones en marcha"
      sx={{
        position: 'fixed',
        right: { xs: 12, md: 20 },
        left: { xs: 12, sm: 'auto' },
        bottom: { xs: 12, md: 20 },
        ...SOBRE_LO_DE_ABAJO,
        zIndex: 1390,
        width: { sm: 340 },
        bgcolor: tono('paper'),
        border: `1px solid ${tono('line')}`,
        borderRadius: 2,
        boxShadow: '0 8px 24px rgb(0 0 0 / 0.2)',
        p: 4,
        display: 'grid',
        gap: 4,
      }}
    >
      {largas.map((e) => (
        <Linea key={e.id} exportacion={e} ahora={ahora} onCancel={() => onCancel(e.id)} />
      ))}
    </Box>
  )
}

type PropsLinea = { exportacion: Exportacion; ahora: number; onCancel: () => void }

function Linea({ exportacion, ahora, onCancel }: PropsLinea) {
  const { nombre, avance } = exportacion
  const total = avance?.total
  const parte = total ? Math.min(100, (avance.hechas / total) * 100) : undefined
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: 13 }}>Exportando {nombre}</Box>
        <Button size="small" color="inherit" onClick={onCancel} aria-label={`Cancelar ${nombre}`}>
          Cancelar
        </Button>
      </Box>
      <LinearProgress
        aria-label={`Avance de ${nombre}`}
        variant={parte === undefined ? 'indeterminate' : 'determinate'}
        value={parte}
        sx={{ my: 2 }}
      />
      <Box sx={{ fontSize: 12, color: tono('muted'), fontVariantNumeric: 'tabular-nums' }}>
        {avance ? `${n(avance.hechas)}${total == null ? '' : ` de ${n(total)}`} filas` : 'Preparando…'}
        {remains(exportacion, ahora) && ` · ${remains(exportacion, ahora)}`}
      </Box>
    </Box>
  )
}
