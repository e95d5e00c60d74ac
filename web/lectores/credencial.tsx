import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Lector } from '#contract/lectores'
import { useCambio } from '../administracion/use-cambio'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'
import { DialogoForma } from '../ui/dialogo-forma'
import { Secreto } from '../ui/secreto'

/** Issue the credential of a reader: its secret is shown once. */
export function Credencial({
  lector,
  nombre,
  onClose,
}: {
  lector: Lector
  nombre: string
  onClose: () => void
}) {
  const [puente, setPuente] = useState(lector.credencial?.puente ?? false)
  const emit = useCambio(
    () => call(api.createCredencial, { params: { mac: lector.mac }, body: { puente } }),
    () => `Credencial de ${nombre} emitida`,
    true,
  )
  const hecha = emit.data
  return (
    <DialogoForma
      titulo={`Credencial de ${nombre}`}
      accion={hecha ? 'La he copiado' : 'Emitir'}
      ocupado={emit.isPending}
      error={emit.error?.message}
      final={hecha !== undefined}
      onAccept={() => (hecha ? onClose() : emit.mutate(undefined))}
      onClose={onClose}
    >
      {hecha ? (
        <>
          <Typography variant="body2">
            Escríbelas en la configuración del lector, para MQTT o HTTP. La clave no se vuelve a mostrar.
          </Typography>
          <Secreto nombre="Usuario" valor={hecha.usuario} />
          <Secreto nombre="Clave" valor={hecha.clave} />
        </>
      ) : (
        <>
          {lector.credencial && (
            <Alert severity="warning" variant="outlined">
              La credencial que tiene ahora dejará de valer en cuanto emitas otra.
            </Alert>
          )}
          <div>
            <FormControlLabel
              label="Puente"
              control={<Switch checked={puente} onChange={(e) => setPuente(e.target.checked)} />}
            />
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              Un puente entrega también lo que oyen otros lectores de su empresa.
            </Typography>
          </div>
        </>
      )}
    </DialogoForma>
  )
}
