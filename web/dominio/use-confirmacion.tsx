import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, ErrorLlamada } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { useAviso } from '../ui/feedback/aviso'
import { Confirm } from '../ui/feedback/confirm'

type Where = { empresa: number; mac: string; ubicacion: number }

/** The place engine finds the place hardly possible, and asks for a confirmation. */
export const isDuda = (e: Error | null): e is ErrorLlamada =>
  e instanceof ErrorLlamada && e.code === 'poco_creible'

/**
 * Reports the place of a container to the place engine, and can undo that. Render `question`: it asks for confirmation if the readers
 * contradict. `on.onSaid` gets the id for the undo; `on.onFailed` gets errors other than that question.
 */
export function useConfirmacion(
  where: Where,
  on: { onSaid: (id: number) => unknown; onUndone?: () => unknown; onFailed?: (e: Error) => unknown },
) {
  const [duda, setDuda] = useState<string>()
  const aviso = useAviso()
  const say = useMutation({
    mutationFn: (seguro: boolean) =>
      call(api.createConfirmacion, {
        body: { empresa: where.empresa, mac_serie: where.mac, ubicacion: where.ubicacion, seguro },
      }),
    onSuccess: ({ id }) => on.onSaid(id),
    onError: (e) => (isDuda(e) ? setDuda(e.message) : on.onFailed?.(e)),
    onSettled: (_r, _e, seguro) => seguro && setDuda(undefined),
  })
  const undo = useMutation({
    mutationFn: (id: number) => call(api.removeConfirmacion, { params: { id } }),
    onSuccess: async () => {
      await on.onUndone?.()
      aviso.info('Corrección deshecha')
    },
    onError: (e) => on.onFailed?.(e),
  })
  const question = (
    <Confirm
      abierto={duda !== undefined}
      titulo="¿Seguro?"
      texto={`${duda ?? ''} Se mostrará ahí, pero Retorna no aprenderá de ello.`}
      accion="Sí, está ahí"
      ocupado={say.isPending}
      onCancel={() => setDuda(undefined)}
      onConfirm={() => say.mutate(true)}
    />
  )
  return { say, undo, question, asks: duda !== undefined }
}
