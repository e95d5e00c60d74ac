import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FilaPerdida } from '#contract/cuentas/perdidas/perdidas'
import { type ClaseAsiento, LARGO_NOTA_PERDIDA } from '#contract/cuentas/perdidas/values'
import { SelectPersona } from '../../dominio/select-persona'
import { formatEuros } from '../../lib/formato'
import { useSesion } from '../../lib/session/sesion'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { DE_CLASE } from './textos'

export type Escrito = { lleva: number | null; nota: string | null }

type Props = {
  clase: ClaseAsiento
  elegidas: FilaPerdida[]
  ocupado: boolean
  error: string | undefined
  onSave: (escrito: Escrito) => void
  onClose: () => void
}

/** Asks for confirmation before an asiento is added: with the person who searches, and a note. */
export function DialogoAsiento({ clase, elegidas, ocupado, error, onSave, onClose }: Props) {
  const sesion = useSesion()
  const [lleva, setLleva] = useState(sesion && { id: sesion.id, nombre: sesion.nombre })
  const [nota, setNota] = useState('')
  const { titulo, texto, boton, peligro } = DE_CLASE[clase]
  const [primera] = elegidas
  const mismaEmpresa = primera !== undefined && elegidas.every((f) => f.empresa === primera.empresa)
  const centimos = elegidas.reduce((suma, f) => suma + (f.centimos ?? 0), 0)
  return (
    <DialogoForma
      titulo={titulo}
      accion={boton}
      ocupado={ocupado}
      error={error}
      onAccept={() =>
        onSave({ lleva: clase === 'busqueda' ? (lleva?.id ?? null) : null, nota: nota.trim() || null })
      }
      onClose={onClose}
      {...(peligro && { peligro })}
    >
      <Typography variant="body2" color="textSecondary">
        {elegidas.length === 1
          ? (primera?.Apodo ?? primera?.mac)
          : `${elegidas.length.toLocaleString('es')} contenedores`}
        {centimos > 0 && ` (${formatEuros(centimos)})`}. {texto}
      </Typography>
      {clase === 'busqueda' && mismaEmpresa && (
        <SelectPersona
          empresa={primera.empresa}
          valor={lleva}
          etiqueta="Quién los busca"
          onChange={setLleva}
        />
      )}
      <TextField
        fullWidth
        multiline
        minRows={2}
        maxRows={6}
        label="Nota"
        value={nota}
        onChange={(e) => setNota(e.target.value.replaceAll('\n', ' '))}
        slotProps={{ htmlInput: { maxLength: LARGO_NOTA_PERDIDA } }}
      />
    </DialogoForma>
  )
}
