import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Busqueda, MAX_NOMBRE_VISTA, type PantallaVista } from '#contract/resumen/vistas/values'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useCambia } from '../../lib/session/sesion'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'

type Props = {
  pantalla: PantallaVista
  /** Undefined: a new view of what is on screen. */
  vista: Vista | undefined
  contenido: { busqueda: Busqueda; consulta: Busqueda }
  onClose: () => void
  onSaved: () => void
}

/** Name of a view, and whether the company sees it. */
export function SaveVista({ pantalla, vista, contenido, onClose, onSaved }: Props) {
  const [nombre, setNombre] = useState(vista?.nombre ?? '')
  const [compartida, setCompartida] = useState(vista?.compartida ?? false)
  const cambia = useCambia()
  const save = useMutation({
    mutationFn: () =>
      vista
        ? call(api.updateVista, { params: { id: vista.id }, body: { nombre, compartida } })
        : call(api.createVista, { body: { pantalla, nombre, compartida, ...contenido } }),
    onSuccess: onSaved,
  })
  const delNombre = save.error instanceof ErrorLlamada && save.error.campo === 'nombre'
  return (
    <DialogoForma
      titulo={vista ? 'Nombre y compartir' : 'Guardar esta vista'}
      accion="Guardar"
      ocupado={save.isPending}
      impedido={nombre.trim() === ''}
      error={delNombre ? undefined : save.error?.message}
      onAccept={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        value={nombre}
        onChange={(e) => {
          save.reset()
          setNombre(e.target.value)
        }}
        autoFocus
        fullWidth
        error={delNombre}
        helperText={
          delNombre
            ? save.error?.message
            : vista
              ? undefined
              : 'Guarda los filtros y el orden que ves, y las columnas para su fichero.'
        }
        slotProps={{ htmlInput: { maxLength: MAX_NOMBRE_VISTA } }}
      />
      {(cambia || compartida) && (
        <FormControlLabel
          control={<Checkbox checked={compartida} onChange={(e) => setCompartida(e.target.checked)} />}
          label="Compartirla con mi empresa"
        />
      )}
    </DialogoForma>
  )
}
