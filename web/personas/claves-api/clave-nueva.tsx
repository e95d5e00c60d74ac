import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { Secreto } from '../../ui/secreto'

/** A new key, shown once, with an example call. */
export function ClaveNueva({ secreto, onClose }: { secreto: string; onClose: () => void }) {
  return (
    <DialogoForma
      titulo="Clave de API"
      accion="La he guardado"
      error={undefined}
      final
      onAccept={onClose}
      onClose={onClose}
    >
      <Alert severity="warning" variant="outlined">
        Póngala en el programa que llama a Retorna. No se vuelve a mostrar: si se pierde, se revoca y se crea
        otra.
      </Alert>
      <Secreto nombre="Clave" valor={secreto} />
      <Secreto
        nombre="Para probarla"
        valor={`curl -H "Authorization: Bearer ${secreto}" "${location.origin}/api/device_poc_status?per_page=10"`}
      />
      <span>
        Todas las llamadas están en{' '}
        <Link href="/api/docs" target="_blank" rel="noopener">
          /api/docs
        </Link>
        .
      </span>
    </DialogoForma>
  )
}
