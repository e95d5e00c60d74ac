import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { DateTime } from 'luxon'
import { useState } from 'react'
import { DIAS_CALLADO_MAX, LARGO_NOTA_ATASCO } from '#contract/flujo/ciclos/cuadro-values'
import { diasAntes, useHoy } from '../../lib/time/hoy'
import { useZona } from '../../lib/time/zona'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'

type PropsNota = { nota: string; onSave: (nota: string | null) => void; onClose: () => void }

export function DialogoNota({ nota: previa, onSave, onClose }: PropsNota) {
  const [nota, setNota] = useState(previa)
  return (
    <DialogoForma
      titulo="Nota"
      accion="Guardar"
      error={undefined}
      onAccept={() => onSave(nota.trim() || null)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={2}
        maxRows={6}
        label="Qué pasa con él"
        value={nota}
        onChange={(e) => setNota(e.target.value.replaceAll('\n', ' '))}
        slotProps={{ htmlInput: { maxLength: LARGO_NOTA_ATASCO } }}
      />
    </DialogoForma>
  )
}

type PropsCallar = { cuantos: number; onSave: (hasta: string) => void; onClose: () => void }

/** Last day on which they do not count as stuck. */
export function DialogoCallar({ cuantos, onSave, onClose }: PropsCallar) {
  const hoy = useHoy()
  const zona = useZona()
  const [dia, setDia] = useState<string | undefined>(() => diasAntes(hoy, -7))
  const max = diasAntes(hoy, -(DIAS_CALLADO_MAX - 1))
  const malo = dia === undefined || dia < hoy || dia > max
  return (
    <DialogoForma
      titulo="No contar como atascado"
      accion="No contar"
      impedido={malo}
      error={undefined}
      onAccept={() => {
        const fin = dia && DateTime.fromISO(dia, { zone: zona }).endOf('day').toISO()
        if (fin) onSave(fin)
      }}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {cuantos === 1 ? 'Sigue en la lista «Con motivo»' : 'Siguen en la lista «Con motivo»'} hasta el final
        de ese día, o hasta que salga de la etapa.
      </Typography>
      <CampoDia
        etiqueta="Hasta el"
        valor={dia}
        min={hoy}
        max={max}
        onChange={setDia}
        error={malo ? `Elige un día de los próximos ${DIAS_CALLADO_MAX}.` : undefined}
      />
    </DialogoForma>
  )
}
