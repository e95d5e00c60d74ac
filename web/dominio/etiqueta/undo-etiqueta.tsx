import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { UndoWhile } from '../../ui/feedback/undo-while'

type Props = {
  /** Nickname of the container, or its mac while it has none. */
  apodo: string
  empresa: number
  /** Seconds in which the change could be undone, and when the server said so (ms). */
  segundos: number
  desde: number
  /** Gets the MAC of the tag that the container carries again. */
  onUndo: (mac: string) => void
}

/** Undo button for the latest change of tag, while the server allows it. */
export function UndoEtiqueta({ apodo, empresa, segundos, desde, onUndo }: Props) {
  const aviso = useAviso()
  const cliente = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(api.undoEtiqueta, { params: { apodo }, query: { empresa } }),
    onSuccess: async ({ data }) => {
      aviso.info('Cambio de etiqueta deshecho')
      onUndo(data.Dispositivo)
      await cliente.invalidateQueries({ queryKey: ['contenedor'] })
    },
  })
  return (
    <UndoWhile
      segundos={segundos}
      desde={desde}
      hecho="Cambiada"
      ocupado={isPending}
      error={error?.message}
      onUndo={() => mutate()}
    />
  )
}
