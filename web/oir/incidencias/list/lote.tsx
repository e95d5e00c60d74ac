import Button from '@mui/material/Button'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { MAX_INCIDENCIAS_LOTE } from '#contract/oir/incidencias/values'
import { BatchBar } from '../../../dominio/list-screen/batch-bar'
import { SelectPersona } from '../../../dominio/select-persona'

type Props = {
  elegidas: Incidencia[]
  ocupado: boolean
  onAssign: (persona: { id: number; nombre: string } | null) => void
  onClose: () => void
  onClear: () => void
}

/** Actions for the selected incidents. */
export function LoteIncidencias({ elegidas, ocupado, onAssign, onClose, onClear }: Props) {
  const [primera] = elegidas
  if (!primera) return null
  const mismaEmpresa = elegidas.every((i) => i.empresa === primera.empresa)
  const mismaPersona = elegidas.every((i) => i.lleva?.id === primera.lleva?.id)
  const demasiadas = elegidas.length > MAX_INCIDENCIAS_LOTE
  return (
    <BatchBar
      etiqueta="Incidencias elegidas"
      cuenta={elegidas.length === 1 ? '1 elegida' : `${elegidas.length.toLocaleString('es')} elegidas`}
      demasiados={demasiadas && MAX_INCIDENCIAS_LOTE}
      onClear={onClear}
    >
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
    </BatchBar>
  )
}
