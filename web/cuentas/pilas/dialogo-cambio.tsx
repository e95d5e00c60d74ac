import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FilaPila } from '#contract/cuentas/pilas/pilas'
import { entero } from '../../lib/formato'
import { useHoy } from '../../lib/time/hoy'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'

type Props = {
  elegidas: FilaPila[]
  ocupado: boolean
  onSave: (cuando: { dia: string; hace_s: number }) => void
  onClose: () => void
}

const DIA_S = 86_400

/** Asks for the day on which the batteries of these tags were changed. */
export function DialogoCambio({ elegidas, ocupado, onSave, onClose }: Props) {
  const hoy = useHoy()
  const [dia, setDia] = useState<string | undefined>(hoy)
  const [primera] = elegidas
  const dias = dia === undefined ? -1 : Math.round((Date.parse(hoy) - Date.parse(dia)) / 86_400_000)
  return (
    <DialogoForma
      titulo="Anotar pila cambiada"
      accion="Anotar"
      ocupado={ocupado}
      impedido={dias < 0}
      error={dia !== undefined && dias < 0 ? 'Ese día no ha llegado.' : undefined}
      onAccept={() => {
        if (dia !== undefined) onSave({ dia, hace_s: dias * DIA_S })
      }}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {elegidas.length === 1 ? (primera?.Apodo ?? primera?.mac) : `${entero(elegidas.length)} etiquetas`}.
        La edad de la pila empieza a contar ese día.
      </Typography>
      <CampoDia etiqueta="Se cambió el" valor={dia} onChange={setDia} />
    </DialogoForma>
  )
}
