import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Saldo } from '#contract/cuentas/custodia/custodia'
import type { BusquedaCustodia, ChangeCustodia } from './busqueda'

export type PropsVista = {
  /** Shared by every view: accounts and tabs. */
  cabecera: ReactNode
  saldos: Saldo[] | undefined
  consulta: UseQueryResult<{ data: Saldo[] }>
  busqueda: BusquedaCustodia
  change: ChangeCustodia
  /** The user belongs to a partner, and sees only that one. */
  deTercero: boolean
}
