import DialogContentText from '@mui/material/DialogContentText'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewMac } from '#contract/valores/alta'
import { ConfirmSerie } from '../dominio/confirm-serie'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'
import { useAviso } from '../ui/aviso'
import { DialogoForma } from '../ui/dialogo-forma'
import { LETRA_MONO } from '../ui/tokens'

type Props = { apodo: string; mac: string; empresa: number; onClose: () => void }

/** Give the container another tag; its history stays. */
export function ChangeEtiqueta({ apodo, mac, empresa, onClose }: Props) {
  const [nueva, setNueva] = useState('')
  const [dudosa, setDudosa] = useState<string>()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (es_serie: boolean) =>
      call(api.changeEtiqueta, {
        params: { apodo },
        query: { empresa },
        body: { mac_serie: nueva.trim(), es_serie },
      }),
    onSuccess: async () => {
      await cliente.invalidateQueries({ queryKey: ['contenedor'] })
      aviso.exito('Etiqueta cambiada')
      onClose()
    },
  })
  const revision = reviewMac(nueva, false)
  return (
    <DialogoForma
      titulo={`Cambiar la etiqueta de ${apodo}`}
      accion="Cambiar etiqueta"
      ocupado={isPending}
      impedido={!nueva.trim()}
      error={error?.message}
      onAccept={() =>
        revision.reparo !== null && revision.confirmar ? setDudosa(revision.reparo) : mutate(false)
      }
      onClose={onClose}
    >
      <DialogContentText sx={{ fontSize: 14 }}>
        El contenedor conserva su historia. La etiqueta {mac} dejará de ser suya.
      </DialogContentText>
      <TextField
        autoFocus
        fullWidth
        label="MAC de la etiqueta nueva"
        value={nueva}
        onChange={(e) => setNueva(e.target.value)}
        slotProps={{
          htmlInput: { maxLength: 64, autoComplete: 'off', style: { fontFamily: LETRA_MONO } },
        }}
      />
      <ConfirmSerie
        pregunta={dudosa}
        onCancel={() => setDudosa(undefined)}
        onConfirm={() => {
          setDudosa(undefined)
          mutate(true)
        }}
      />
    </DialogoForma>
  )
}
