import DialogContentText from '@mui/material/DialogContentText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { DialogoForma } from '../ui/feedback/dialogo-forma'
import { planoQuery } from './plano/query'
import { isDuda, useConfirmacion } from './use-confirmacion'

type Props = { d: Pick<Dispositivo, 'Dispositivo' | 'Apodo' | 'Ubicacion' | 'empresa'>; onClose: () => void }

/** "It is not here, it is at …": reported to the place engine at once, which learns from it; can be undone until the dialog is closed. */
export function CorrectLugar({ d, onClose }: Props) {
  const [elegida, setElegida] = useState<number>()
  const cliente = useQueryClient()
  const plano = useQuery(planoQuery(d.empresa))
  const otras = plano.data?.data.filter((u) => u.nombre !== d.Ubicacion) ?? []
  const refresh = () => cliente.invalidateQueries()
  const {
    say: decir,
    undo: deshacer,
    question,
    asks,
  } = useConfirmacion(
    { empresa: d.empresa, mac: d.Dispositivo, ubicacion: elegida as number },
    {
      onSaid: refresh,
      onUndone: async () => {
        await refresh()
        onClose()
      },
    },
  )
  const dicha = decir.data
  const nombre = plano.data?.data.find((u) => u.id === elegida)?.nombre ?? ''
  if (dicha)
    return (
      <DialogoForma
        titulo={d.Apodo ?? d.Dispositivo}
        accion="Deshacer"
        ocupado={deshacer.isPending}
        error={deshacer.error?.message}
        onAccept={() => deshacer.mutate(dicha.id)}
        onClose={onClose}
        cierre="Cerrar"
      >
        <DialogContentText role="status" sx={{ fontSize: 14 }}>
          Está en «{nombre}». Durante un minuto se puede deshacer.
        </DialogContentText>
      </DialogoForma>
    )
  const reparo = asks ? null : decir.error
  return (
    <DialogoForma
      titulo={`Corregir el lugar de ${d.Apodo ?? d.Dispositivo}`}
      accion="Está ahí"
      ocupado={decir.isPending}
      impedido={elegida === undefined}
      error={(plano.error ?? (reparo && isDuda(reparo) ? null : reparo))?.message}
      onAccept={() => decir.mutate(false)}
      onClose={onClose}
    >
      <DialogContentText sx={{ fontSize: 14 }}>
        {d.Ubicacion ? `Retorna dice «${d.Ubicacion}».` : 'Retorna no dice ninguna ubicación.'} Di dónde lo
        ves: se mostrará ahí y servirá para que Retorna acierte más.
      </DialogContentText>
      <TextField
        select
        fullWidth
        label="Está en"
        value={elegida ?? ''}
        disabled={!plano.data}
        onChange={(e) => {
          decir.reset()
          setElegida(Number(e.target.value))
        }}
      >
        {otras.map((u) => (
          <MenuItem key={u.id} value={u.id}>
            {u.nombre}
          </MenuItem>
        ))}
      </TextField>
      {question}
    </DialogoForma>
  )
}
