import Alert from '@mui/material/Alert'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { Secreto } from '../../ui/secreto'

/** The secret of a webhook, shown once. */
export function SecretoNuevo({ secreto, onClose }: { secreto: string; onClose: () => void }) {
  return (
    <DialogoForma
      titulo="Secreto del webhook"
      accion="Lo he guardado"
      error={undefined}
      final
      onAccept={onClose}
      onClose={onClose}
    >
      <Alert severity="warning" variant="outlined">
        Póngalo en el sistema que recibe los avisos: con él comprueba que son de Retorna. No se vuelve a
        mostrar.
      </Alert>
      <Secreto nombre="Secreto" valor={secreto} />
    </DialogoForma>
  )
}
