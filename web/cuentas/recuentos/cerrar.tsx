import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Recuento } from '#contract/cuentas/recuentos/recuentos'
import type { CifrasRecuento } from '#contract/cuentas/recuentos/reglas-values'
import { MAX_NOTA_RECUENTO } from '#contract/cuentas/recuentos/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { Datos } from '../../ui/datos'
import { Confirm } from '../../ui/feedback/confirm'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { Momento } from '../../ui/momento'
import { CLAVE } from './queries'
import { formatEscaneosFotos } from './textos'
import type { Cuenta } from './use-cuenta'

type Props = { c: Cuenta; recuento: Recuento; cifras: CifrasRecuento; onClose: () => void }

/** Asks for confirmation before a count is closed: shows its result, and whether the other phones have sent their scans. */
export function Cerrar({ c, recuento, cifras, onClose }: Props) {
  const cliente = useQueryClient()
  const [nota, setNota] = useState(recuento.nota ?? '')
  const { id } = recuento
  const { data } = useQuery({
    queryKey: [...CLAVE, 'uno', id],
    queryFn: ({ signal }) => call(api.getRecuento, { params: { id }, signal }),
    refetchInterval: 5_000,
  })
  const close = useMutation({
    mutationFn: (anular: boolean) =>
      call(api.closeRecuento, { params: { id }, body: { nota: nota.trim() || null, anular } }),
    onSuccess: () => c.reload(),
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  const [anula, setAnula] = useState(false)
  const sinEnviar = formatEscaneosFotos(c.sinEnviar, c.fotosSinEnviar)
  const espera = sinEnviar !== '' || !c.enLinea
  return (
    <DialogoForma
      titulo="Terminar el recuento"
      accion="Cerrar el recuento"
      ocupado={close.isPending}
      impedido={espera}
      error={close.error?.message}
      onAccept={() => close.mutate(false)}
      onClose={onClose}
      cierre="Seguir contando"
      mas={
        <Button color="error" disabled={close.isPending || !c.enLinea} onClick={() => setAnula(true)}>
          Anular
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary">
        Un recuento cerrado no cambia nunca más. Si se abrió por error, anúlalo: no dirá nada de nada.
      </Typography>
      <Datos
        datos={[
          ['Encontrados', entero(cifras.encontrados)],
          ['Faltantes', entero(cifras.faltantes)],
          ['Sobrantes', entero(cifras.sobrantes)],
          ['Desconocidos', entero(cifras.desconocidos)],
        ]}
      />
      {espera && (
        <Alert severity="warning" variant="outlined">
          {sinEnviar
            ? `Este dispositivo tiene sin enviar ${sinEnviar}: se podrá cerrar cuando lo haya enviado.`
            : 'Este dispositivo no tiene conexión: se podrá cerrar cuando la tenga.'}
        </Alert>
      )}
      {data && data.aparatos.length > 1 && (
        <Alert severity="info" variant="outlined">
          Comprueba que los demás teléfonos lo han enviado todo:
          {data.aparatos.map((a) => (
            <div key={`${a.aparato} ${a.persona}`}>
              {a.persona}: {entero(a.escaneos)}, el último <Momento iso={a.ultimo} />
            </div>
          ))}
        </Alert>
      )}
      <TextField
        label="Nota"
        value={nota}
        onChange={(e) => setNota(e.target.value.replaceAll('\n', ' '))}
        slotProps={{ htmlInput: { maxLength: MAX_NOTA_RECUENTO } }}
      />
      <Confirm
        abierto={anula}
        titulo="¿Anular el recuento?"
        texto="Se cierra sin listas ni cifras, como si no se hubiera contado. No se puede deshacer."
        accion="Anular"
        peligro
        ocupado={close.isPending}
        onCancel={() => setAnula(false)}
        onConfirm={() => close.mutate(true)}
      />
    </DialogoForma>
  )
}
