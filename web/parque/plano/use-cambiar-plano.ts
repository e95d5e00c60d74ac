import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { ErrorLlamada } from '../../lib/api/api'
import { CLAVE, planoQuery } from './queries'

/**
 * Run changes of the plan, one after the other. `conflicto`: the server's message when another user has changed the plan meanwhile;
 * `error`: any other refusal of the last change.
 */
export function useChangePlano(empresa: number | undefined) {
  const cliente = useQueryClient()
  const [conflicto, setConflicto] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ work }: { work: () => Promise<Plano>; done: (plano: Plano) => void }) => work(),
    onSuccess: (plano, { done }) => {
      cliente.setQueryData(planoQuery(empresa).queryKey, plano)
      void cliente.invalidateQueries({ queryKey: CLAVE.cuentas })
      void cliente.invalidateQueries({ queryKey: CLAVE.lectores })
      done(plano)
    },
    onError: (e) => {
      if (e instanceof ErrorLlamada && e.code === 'plano_cambiado') setConflicto(e.message)
    },
  })
  const forgetError = () => {
    setConflicto(undefined)
    reset()
  }
  return {
    change: (work: () => Promise<Plano>, done: (plano: Plano) => void) => mutate({ work, done }),
    ocupado: isPending,
    error: error && !conflicto ? error.message : undefined,
    forgetError,
    conflicto,
    /** Refetch the plan. */
    reload: async () => {
      forgetError()
      await cliente.invalidateQueries({ queryKey: CLAVE.plano })
    },
  }
}

export type ChangePlano = ReturnType<typeof useChangePlano>
