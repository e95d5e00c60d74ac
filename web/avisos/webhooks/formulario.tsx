import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#contract/avisos/avisos/avisos'
import { AVISOS, TIPOS_AVISO } from '#contract/avisos/avisos/values'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { familiasQuery } from '../../lib/opciones'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { lugaresQuery } from './queries'

type Props = {
  /** Undefined: a new webhook. */
  webhook: Webhook | undefined
  empresa: number
  onSecreto: (secreto: string) => void
  onClose: () => void
}

export function FormularioWebhook({ webhook, empresa, onSecreto, onClose }: Props) {
  const { data: familias = [] } = useQuery(familiasQuery(empresa))
  const { data: lugares = [] } = useQuery(lugaresQuery(empresa))
  const [datos, setDatos] = useState({
    nombre: webhook?.nombre ?? '',
    url: webhook?.url ?? '',
    tipos: webhook?.tipos ?? [],
    familias: webhook?.familias ?? [],
    ubicaciones: webhook?.ubicaciones ?? [],
  })
  const save = useCambio(
    async () => {
      if (webhook) return void (await call(api.updateWebhook, { params: { id: webhook.id }, body: datos }))
      onSecreto((await call(api.createWebhook, { params: { id: empresa }, body: datos })).secreto)
    },
    () => (webhook ? 'Webhook actualizado' : `Webhook ${datos.nombre.trim()} creado`),
    true,
  )
  const campo = save.error instanceof ErrorLlamada ? save.error.campo : undefined
  const errorOf = (cual: string) => (campo === cual ? save.error?.message : undefined)
  const put = (cambio: Partial<typeof datos>) => {
    setDatos({ ...datos, ...cambio })
    save.reset()
  }
  const lugarOf = (id: number) => lugares.find((l) => l.id === id) ?? { id, nombre: `Lugar ${id}` }
  return (
    <DialogoForma
      titulo={webhook ? `Editar ${webhook.nombre}` : 'Nuevo webhook'}
      accion={webhook ? 'Guardar' : 'Crear webhook'}
      ocupado={save.isPending}
      impedido={!datos.nombre.trim() || !datos.url.trim()}
      error={campo === 'nombre' || campo === 'url' ? undefined : save.error?.message}
      onAccept={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        autoFocus
        value={datos.nombre}
        onChange={(e) => put({ nombre: e.target.value })}
        error={errorOf('nombre') !== undefined}
        helperText={errorOf('nombre')}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <TextField
        label="Dirección"
        type="url"
        placeholder="https://erp.example/avisos"
        value={datos.url}
        onChange={(e) => put({ url: e.target.value })}
        error={errorOf('url') !== undefined}
        helperText={errorOf('url') ?? 'Empieza por https:// y se puede alcanzar desde fuera.'}
        slotProps={{ htmlInput: { maxLength: 2000, spellCheck: false } }}
      />
      <Autocomplete
        multiple
        size="small"
        options={TIPOS_AVISO}
        value={datos.tipos}
        getOptionLabel={(t) => AVISOS[t].nombre}
        onChange={(_, tipos) => put({ tipos })}
        renderInput={(params) => (
          <TextField {...params} label="Tipos de aviso" placeholder={datos.tipos.length ? '' : 'Todos'} />
        )}
      />
      <Autocomplete
        multiple
        size="small"
        options={familias}
        value={datos.familias}
        onChange={(_, valor) => put({ familias: valor })}
        noOptionsText="No hay familias"
        renderInput={(params) => (
          <TextField {...params} label="Familias" placeholder={datos.familias.length ? '' : 'Todas'} />
        )}
      />
      <Autocomplete
        multiple
        size="small"
        options={lugares}
        value={datos.ubicaciones.map(lugarOf)}
        getOptionLabel={(l) => l.nombre}
        getOptionKey={(l) => l.id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onChange={(_, valor) => put({ ubicaciones: valor.map((l) => l.id) })}
        noOptionsText="No hay lugares"
        renderInput={(params) => (
          <TextField {...params} label="Lugares" placeholder={datos.ubicaciones.length ? '' : 'Todos'} />
        )}
      />
    </DialogoForma>
  )
}
