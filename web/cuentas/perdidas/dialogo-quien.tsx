import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectPersona } from '../../dominio/select-persona'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { CLAVE, quienQuery } from './queries'

type Persona = { id: number; nombre: string }

/** Who searches for the containers that silence puts into search. @param empresa the company of the setting */
export function DialogoQuien({ empresa, onClose }: { empresa: number; onClose: () => void }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const { data, error } = useQuery(quienQuery(empresa))
  const [elegida, setElegida] = useState<Persona | null>()
  const save = useMutation({
    mutationFn: (persona: number | null) => call(api.setQuienBusca, { body: { empresa, persona } }),
    onSuccess: ({ persona }) => {
      aviso.exito(persona ? `Busca ${persona.nombre}` : 'No busca nadie')
      onClose()
    },
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  return (
    <DialogoForma
      titulo="Quién busca"
      accion="Guardar"
      ocupado={save.isPending}
      impedido={!data || elegida === undefined || elegida?.id === data.persona?.id}
      error={save.error?.message ?? error?.message}
      onAccept={() => {
        if (elegida !== undefined) save.mutate(elegida?.id ?? null)
      }}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        Los contenedores que llegan a «En búsqueda» por el tiempo sin oírlos son de esta persona, y se le
        avisa. También los que ya están y no busca nadie. Los que busca otra persona siguen siendo suyos.
      </Typography>
      {data?.persona?.puede === false && (
        <Alert severity="warning">
          {data.persona.nombre} tiene la cuenta desactivada o es de otra empresa: ahora no busca nadie.
        </Alert>
      )}
      <SelectPersona
        empresa={empresa}
        valor={elegida === undefined ? (data?.persona ?? null) : elegida}
        etiqueta="Quién busca"
        disabled={!data}
        soloSuyas
        onChange={setElegida}
      />
    </DialogoForma>
  )
}
