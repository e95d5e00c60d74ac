import DialogContentText from '@mui/material/DialogContentText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dispositivo } from '#contract/dispositivos/dispositivos'
import { call, ErrorLlamada } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { useAviso } from '../ui/feedback/aviso'
import { Confirm } from '../ui/feedback/confirm'
import { DialogoForma } from '../ui/feedback/dialogo-forma'
import { planoQuery } from './plano/query'

type Props = { d: Pick<Dispositivo, 'Dispositivo' | 'Apodo' | 'Ubicacion' | 'empresa'>; onClose: () => void }

const isDuda = (e: Error) => e instanceof ErrorLlamada && e.code === 'poco_creible'

/** "It is not here, it is at …": told so at once, and learned from; it can be taken back until the dialog is closed. */
export function CorrectLugar({ d, onClose }: Props) {
  const [elegida, setElegida] = useState<number>()
  const [duda, setDuda] = useState<string>()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const plano = useQuery(planoQuery(d.empresa))
  const otras = plano.data?.data.filter((u) => u.nombre !== d.Ubicacion) ?? []
  const refresh = () => cliente.invalidateQueries()
  const decir = useMutation({
    mutationFn: (seguro: boolean) =>
      call(api.createConfirmacion, {
        body: { empresa: d.empresa, mac_serie: d.Dispositivo, ubicacion: elegida as number, seguro },
      }),
    onSuccess: refresh,
    onError: (e) => isDuda(e) && setDuda(e.message),
    onSettled: (_r, _e, seguro) => seguro && setDuda(undefined),
  })
  const deshacer = useMutation({
    mutationFn: (id: number) => call(api.removeConfirmacion, { params: { id } }),
    onSuccess: async () => {
      await refresh()
      aviso.info('Corrección deshecha')
      onClose()
    },
  })
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
  const reparo = duda === undefined ? decir.error : null
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
      <Confirm
        abierto={duda !== undefined}
        titulo="¿Seguro?"
        texto={`${duda ?? ''} Se mostrará ahí, pero Retorna no aprenderá de ello.`}
        accion="Sí, está ahí"
        ocupado={decir.isPending}
        onCancel={() => setDuda(undefined)}
        onConfirm={() => decir.mutate(true)}
      />
    </DialogoForma>
  )
}
