import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Papel } from '#contract/resumen/hoy/papeles-values'
import type { ClaveCifra } from '#contract/resumen/hoy/semana-values'
import type { ClaveLinea } from '#contract/resumen/hoy/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useEmpresa } from '../../lib/session/empresa'
import { useAviso } from '../../ui/feedback/aviso'

const SONDEO_MS = 30_000
const CLAVE = ['hoy'] as const

export const hoyQuery = (papel: Papel | undefined, empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'lineas', papel, empresa],
    queryFn: ({ signal }) => call(api.getHoy, { query: { papel, empresa }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

type Lista = {
  desde: string
  hasta: string
  lugar?: string
  segunda?: string
  empresa: number | undefined
  page: number
  per_page: number
}

export const cifraQuery = (clave: ClaveCifra, query: Lista) =>
  queryOptions({
    queryKey: [...CLAVE, 'cifra', clave, query],
    queryFn: ({ signal }) => call(api.listCifra, { params: { clave }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** Put a line away, or restore it. */
export function useHecha() {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const empresa = useEmpresa()
  const reread = () => cliente.invalidateQueries({ queryKey: CLAVE })
  const recover = useMutation({
    mutationFn: (clave: ClaveLinea) => call(api.recoverHecha, { params: { clave }, query: { empresa } }),
    onSuccess: () => aviso.exito('Recuperada'),
    onError: (e) => aviso.error(`No se ha podido recuperar: ${e.message}`),
    onSettled: reread,
  })
  const mark = useMutation({
    mutationFn: ({ clave, n }: { clave: ClaveLinea; n: number }) =>
      call(api.markHecha, { params: { clave }, query: { empresa }, body: { n } }),
    onSuccess: (_r, { clave }) =>
      aviso.exito('Hecha. Volverá si crece, o mañana.', () => recover.mutate(clave)),
    onError: (e) => aviso.error(`No se ha podido apartar: ${e.message}`),
    onSettled: reread,
  })
  return { onMark: mark.mutate, onRecover: recover.mutate, ocupada: mark.isPending || recover.isPending }
}

/** Store the role in the account. */
export function useRememberPapel() {
  const aviso = useAviso()
  const { mutate } = useMutation({
    mutationFn: (papel: Papel) => call(api.setPreferenciaHoy, { body: { papel } }),
    onError: (e) => aviso.error(`No se ha podido recordar: ${e.message}`),
  })
  return mutate
}
