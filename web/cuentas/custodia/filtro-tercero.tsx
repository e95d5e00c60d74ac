import type { Saldo } from '#contract/cuentas/custodia/custodia'
import { ChipsFiltros } from '../../ui/filtros/chips'
import type { ChangeCustodia } from './busqueda'

/** Name of the partner that the screen is filtered by; its id until the accounts are loaded. */
export const nombreOf = (saldos: Saldo[] | undefined, tercero: number | undefined): string | undefined =>
  tercero === undefined
    ? undefined
    : (saldos?.find((s) => s.tercero?.id === tercero)?.tercero?.nombre ?? `nº ${tercero}`)

type Props = { saldos: Saldo[] | undefined; tercero: number | undefined; change: ChangeCustodia }

/** The partner that the screen is filtered by, beside the count: its account may be scrolled out of view. */
export function FiltroTercero({ saldos, tercero, change }: Props) {
  return (
    <ChipsFiltros
      conCampo
      filtros={[
        {
          nombre: 'Tercero',
          valor: nombreOf(saldos, tercero),
          onRemove: () => void change({ tercero: undefined, pagina: undefined }),
        },
      ]}
    />
  )
}
