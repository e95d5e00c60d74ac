import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CLASES_RECUENTO, type ClaseRecuento, MAX_NOTA_RECUENTO } from '#contract/cuentas/recuentos/values'
import { planoQuery } from '../../dominio/plano/query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { CLAVE, familiasQuery, tercerosQuery } from './queries'

const NOMBRE: Record<ClaseRecuento, string> = {
  lugar: 'Una ubicación',
  familia: 'Una familia',
  tercero: 'Lo que tiene un tercero',
}
const ELEGIDO: Record<ClaseRecuento, string> = { lugar: 'Ubicación', familia: 'Familia', tercero: 'Tercero' }
const CAMPO = {
  lugar: (elegido: string) => ({ ubicacion: Number(elegido) }),
  familia: (elegido: string) => ({ familia: elegido }),
  tercero: (elegido: string) => ({ tercero: Number(elegido) }),
} satisfies Record<ClaseRecuento, (elegido: string) => object>

type Props = { empresa: number; onClose: () => void }

/** Asks what to count, opens the count, and navigates to it. */
export function NuevoRecuento({ empresa, onClose }: Props) {
  const cliente = useQueryClient()
  const navigate = useNavigate()
  const [clase, setClase] = useState<ClaseRecuento>('lugar')
  const [elegido, setElegido] = useState('')
  const [nota, setNota] = useState('')
  const plano = useQuery(planoQuery(empresa))
  const familias = useQuery({ ...familiasQuery(empresa), enabled: clase === 'familia' })
  const terceros = useQuery({ ...tercerosQuery(empresa), enabled: clase === 'tercero' })
  const opciones: Record<ClaseRecuento, (readonly [valor: string, nombre: string])[] | undefined> = {
    lugar: plano.data?.data.map((u) => [String(u.id), u.nombre]),
    familia: familias.data?.data.map((f) => [f, f]),
    tercero: terceros.data?.data.map((t) => [String(t.id), t.nombre]),
  }
  const open = useMutation({
    mutationFn: () =>
      call(api.createRecuento, {
        body: {
          empresa,
          ...CAMPO[clase](elegido),
          nota: nota.trim() || null,
        },
      }),
    onSuccess: (r) => void navigate({ to: '/recuentos/$id', params: { id: String(r.id) } }),
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  return (
    <DialogoForma
      titulo="Nuevo recuento"
      accion="Empezar"
      ocupado={open.isPending}
      impedido={elegido === ''}
      error={(open.error ?? plano.error ?? familias.error ?? terceros.error)?.message}
      onAccept={() => open.mutate()}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        Se apunta lo que Retorna espera encontrar ahora. Después se puede contar sin conexión, también entre
        varios teléfonos.
      </Typography>
      <TextField
        select
        label="Se cuenta"
        value={clase}
        onChange={(e) => {
          setClase(e.target.value as ClaseRecuento)
          setElegido('')
        }}
      >
        {CLASES_RECUENTO.map((c) => (
          <MenuItem key={c} value={c}>
            {NOMBRE[c]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={ELEGIDO[clase]}
        value={elegido}
        disabled={!opciones[clase]}
        onChange={(e) => setElegido(e.target.value)}
      >
        {(opciones[clase] ?? []).map(([valor, nombre]) => (
          <MenuItem key={valor} value={valor}>
            {nombre}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Nota"
        value={nota}
        onChange={(e) => setNota(e.target.value.replaceAll('\n', ' '))}
        slotProps={{ htmlInput: { maxLength: MAX_NOTA_RECUENTO } }}
      />
    </DialogoForma>
  )
}
