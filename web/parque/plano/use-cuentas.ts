import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FAMILIA_BRUTO } from '#contract/parque/ubicaciones/values'
import { useRecount } from '../../lib/use-recount'
import { countFamilias, type Inciertos } from './cuentas'
import { CLAVE, codigosQuery, cuentasQuery, inciertosQuery } from './queries'

/** Live counts of the containers of Montaje Bruto or Montaje Final by location. */
export function useCuentas(empresa: number | undefined, final: boolean) {
  const todas = useQuery(cuentasQuery(empresa))
  const codigos = useQuery(codigosQuery(empresa, final))
  const inciertas = useQuery(inciertosQuery(empresa))
  useRecount(CLAVE.cuentas)
  const cuentas = useMemo(() => {
    const familias = final ? codigos.data : [FAMILIA_BRUTO]
    return todas.data && familias && countFamilias(todas.data, familias)
  }, [todas.data, codigos.data, final])
  const inciertos = useMemo((): Inciertos | undefined => {
    const familias = final ? codigos.data : [FAMILIA_BRUTO]
    if (!inciertas.data || !familias) return undefined
    return {
      dudosos: countFamilias(inciertas.data.dudosos, familias),
      sinSenal: countFamilias(inciertas.data.sin_senal, familias),
    }
  }, [inciertas.data, codigos.data, final])
  return {
    cuentas,
    inciertos,
    /** Montaje Final has no families to count. */
    sinCatalogo: final && codigos.data?.length === 0,
    error: todas.error ?? codigos.error,
    reread: () => Promise.all([todas.refetch(), ...(final ? [codigos.refetch()] : [])]),
  }
}
