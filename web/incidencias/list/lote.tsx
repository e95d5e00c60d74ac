import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Incidencia } from '#contract/eventos/incidencias'
import { MAX_INCIDENCIAS_LOTE } from '#contract/valores/eventos/incidencias'
import { SelectPersona } from '../../dominio/select-persona'
import { tinte, tono } from '../../ui/theme/tono'

type Props = {
  elegidas: Incidencia[]
  ocupado: boolean
  onAssign: (persona: { id: number; nombre: string } | null) => void
  onClose: () => void
  onClear: () => void
}

/** What can be done of the incidents that are marked. */
export function LoteIncidencias({ elegidas, ocupado, onAssign, onClose, onClear }: Props) {
  const [primera] = elegidas
  if (!primera) return null
  const mismaEmpresa = elegidas.every((i) => i.empresa === primera.empresa)
  const mismaPersona = elegidas.every((i) => i.lleva?.id === primera.lleva?.id)
  const demasiadas = elegidas.length > MAX_INCIDENCIAS_LOTE
  return (
    <Box
      role="region"
      aria-label="Incidencias elegidas"
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '8px 12px',
        px: 4,
        py: 2,
        bgcolor: tinte('brand', 8),
        borderTop: `1px solid ${tono('line')}`,
      }}
    >
      <Box component="span" role="status" sx={{ fontSize: 13, fontWeight: 550, mr: 'auto' }}>
        {elegidas.length === 1 ? '1 elegida' : `${elegidas.length.toLocaleString('es')} elegidas`}
        {demasiadas && `: como mucho ${MAX_INCIDENCIAS_LOTE} de una vez`}
      </Box>
      {mismaEmpresa && (
        <SelectPersona
          empresa={primera.empresa}
          valor={mismaPersona ? primera.lleva : undefined}
          etiqueta="Las lleva"
          disabled={ocupado || demasiadas}
          onChange={onAssign}
        />
      )}
      <Button variant="contained" aria-haspopup="dialog" disabled={ocupado || demasiadas} onClick={onClose}>
        Cerrar {elegidas.length === 1 ? 'la incidencia' : 'las incidencias'}
      </Button>
      <Button color="inherit" onClick={onClear}>
        Quitar selección
      </Button>
    </Box>
  )
}
