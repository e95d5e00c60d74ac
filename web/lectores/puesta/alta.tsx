import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useEmpresas } from '../../administracion/queries'
import { useCambio } from '../../administracion/use-cambio'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useEmpresa } from '../../lib/session/empresa'
import { useSesion } from '../../lib/session/sesion'
import { Formulario } from './formulario'

/** Data of a new reader: once it is registered, the rest of the sheet is shown. */
export function Alta({ onCreated }: { onCreated: (mac: string) => void }) {
  const sesion = useSesion()
  const elegida = useEmpresa()
  const { empresas } = useEmpresas()
  const [mac, setMac] = useState('')
  const [apodo, setApodo] = useState('')
  const [empresa, setEmpresa] = useState(elegida ?? sesion?.empresa)
  const alta = useCambio(
    () =>
      call(api.updateDeviceDetails, {
        body: {
          mac_serie: mac.trim(),
          apodo: apodo.trim(),
          tipo_dispositivo: 'Reader',
          estado: 'Activado',
          empresa,
        },
      }),
    () => `Lector ${apodo.trim()} registrado`,
    true,
  )
  const send = (e: FormEvent) => {
    e.preventDefault()
    alta.mutate(undefined, { onSuccess: ({ data }) => onCreated(data.Dispositivo) })
  }
  return (
    <Formulario onSubmit={send}>
      <TextField
        label="MAC del lector"
        autoFocus
        required
        size="small"
        value={mac}
        onChange={(e) => setMac(e.target.value)}
        helperText="La que trae en su pegatina, con separadores o sin ellos."
        slotProps={{ htmlInput: { maxLength: 64, autoCapitalize: 'characters' } }}
      />
      <TextField
        label="Apodo"
        required
        size="small"
        value={apodo}
        onChange={(e) => setApodo(e.target.value)}
        helperText="Por ejemplo LEC-101."
        slotProps={{ htmlInput: { maxLength: 64 } }}
      />
      {elegida === undefined && (empresas?.length ?? 0) > 1 && (
        <TextField
          select
          label="Empresa"
          size="small"
          value={empresa ?? ''}
          onChange={(e) => setEmpresa(Number(e.target.value))}
        >
          {empresas?.map((e) => (
            <MenuItem key={e.id} value={e.id}>
              {e.nombre}
            </MenuItem>
          ))}
        </TextField>
      )}
      {alta.error && (
        <Alert severity="error" variant="outlined">
          {alta.error.message}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        loading={alta.isPending}
        disabled={!mac.trim() || !apodo.trim()}
      >
        Registrar el lector
      </Button>
    </Formulario>
  )
}
