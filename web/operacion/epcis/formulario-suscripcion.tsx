import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuscripcionEpcis } from '#contract/operacion/epcis/ajustes'
import { webhooksQuery } from '../../dominio/administracion/queries'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'

type Props = {
  /** Undefined: a new subscription. */
  suscripcion: SuscripcionEpcis | undefined
  empresa: number
  onClose: () => void
}

/** The query parameters that this form supports; the API accepts more, and the form leaves those unchanged. */
const CAMPOS = [
  ['EQ_bizStep', 'Pasos (bizStep)', 'arriving|receiving'],
  ['EQ_disposition', 'Situaciones (disposition)', 'in_transit|damaged'],
  ['EQ_bizLocation', 'Lugares (bizLocation)', 'urn:epc:id:sgln:8412345.00001.7'],
  ['MATCH_epc', 'Contenedores (epc)', 'urn:epc:idpat:grai:8412345.00001.*'],
] as const

export function FormularioSuscripcion({ suscripcion, empresa, onClose }: Props) {
  const { data: webhooks = [] } = useQuery(webhooksQuery(empresa))
  const [nombre, setNombre] = useState(suscripcion?.nombre ?? '')
  const [webhook, setWebhook] = useState<number | ''>(suscripcion?.webhook ?? '')
  const [consulta, setConsulta] = useState<Partial<Record<string, string>>>(suscripcion?.consulta ?? {})
  const [desde_el_principio, setPrincipio] = useState(false)
  const save = useCambio(
    async () => {
      const asked = Object.fromEntries(Object.entries(consulta).filter(([, v]) => v?.trim()))
      const body = { nombre, webhook: Number(webhook), consulta: asked }
      if (suscripcion)
        return void (await call(api.updateSuscripcionEpcis, { params: { id: suscripcion.id }, body }))
      await call(api.createSuscripcionEpcis, {
        params: { id: empresa },
        body: { ...body, desde_el_principio },
      })
    },
    () => (suscripcion ? 'Suscripción actualizada' : `Suscripción ${nombre.trim()} creada`),
    true,
  )
  const campo = save.error instanceof ErrorLlamada ? save.error.campo?.split('.')[0] : undefined
  const errorOf = (cual: string) => (campo === cual ? save.error?.message : undefined)
  return (
    <DialogoForma
      titulo={suscripcion ? `Editar ${suscripcion.nombre}` : 'Nueva suscripción'}
      accion={suscripcion ? 'Guardar' : 'Crear suscripción'}
      ocupado={save.isPending}
      impedido={!nombre.trim() || webhook === ''}
      error={campo === 'nombre' || campo === 'webhook' ? undefined : save.error?.message}
      onAccept={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        autoFocus
        value={nombre}
        onChange={(e) => setNombre(e.target.value)}
        error={errorOf('nombre') !== undefined}
        helperText={errorOf('nombre')}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <TextField
        select
        label="Webhook"
        value={webhooks.some((w) => w.id === webhook) ? webhook : ''}
        onChange={(e) => setWebhook(Number(e.target.value))}
        error={errorOf('webhook') !== undefined}
        helperText={
          errorOf('webhook') ??
          (webhooks.length
            ? 'Se firma con su secreto.'
            : 'Antes hace falta un webhook, en la pestaña Webhooks.')
        }
      >
        {webhooks.map((w) => (
          <MenuItem key={w.id} value={w.id}>
            {w.nombre}
          </MenuItem>
        ))}
      </TextField>
      {CAMPOS.map(([k, label, placeholder]) => (
        <TextField
          key={k}
          label={label}
          placeholder={placeholder}
          value={consulta[k] ?? ''}
          onChange={(e) => setConsulta({ ...consulta, [k]: e.target.value })}
          helperText="Vacío: todos. Varios, separados por |."
          slotProps={{ htmlInput: { spellCheck: false, maxLength: 2000 } }}
        />
      ))}
      {!suscripcion && (
        <FormControlLabel
          control={<Switch checked={desde_el_principio} onChange={(e) => setPrincipio(e.target.checked)} />}
          label="También lo que ya se ha contado"
        />
      )}
    </DialogoForma>
  )
}
