import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { CampoEmpresa } from '../../../dominio/empresa/campo-empresa'
import { useEmpresaFormulario } from '../../../dominio/empresa/use-empresa-formulario'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { Button } from '../../../ui/button'
import { Formulario } from './formulario'

/** Data of a new reader: once it is registered, the rest of the sheet is shown. */
export function Alta({ onCreated }: { onCreated: (mac: string) => void }) {
  const [mac, setMac] = useState('')
  const [apodo, setApodo] = useState('')
  const [pedida, setPedida] = useState<number>()
  const { empresa, pregunta, empresas } = useEmpresaFormulario(pedida)
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
      {pregunta && <CampoEmpresa empresas={empresas} elegida={empresa} onChoose={setPedida} />}
      {alta.error && (
        <Alert severity="error" variant="outlined">
          {alta.error.message}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        loading={alta.isPending}
        disabled={!mac.trim() || !apodo.trim() || empresa === undefined}
      >
        Registrar el lector
      </Button>
    </Formulario>
  )
}
