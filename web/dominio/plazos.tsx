import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Plazos } from '#contract/parque/ajustes/ajustes'
import { INICIALES, perdidoComun, plazoEnPalabras } from '#contract/parque/ajustes/values'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { useEmpresa } from '../lib/session/empresa'
import { useSesion } from '../lib/session/sesion'

type Valor = {
  /** Deadlines of a company; undefined: the user's own company. */
  de: (empresa: number | undefined) => Pick<Plazos, 'minutosViejo' | 'minutosPerdido'>
  /** `minutosPerdido` of all companies that the user sees; null if they differ. */
  perdidoComun: number | null
}

const Contexto = createContext<Valor>({ de: () => INICIALES, perdidoComun: INICIALES.minutosPerdido })
export const CLAVE_PLAZOS = ['plazos'] as const

/** Loads the deadlines once for all tables: a table has a last record in each of its rows. */
export function ProveedorPlazos({ children }: { children: ReactNode }) {
  const sesion = useSesion()
  const { data } = useQuery({
    queryKey: CLAVE_PLAZOS,
    queryFn: ({ signal }) => call(api.listPlazos, { signal }),
    enabled: sesion !== null && sesion.modo === 'completo' && sesion.rol !== 'tercero' && !sesion.pendiente,
    staleTime: 60_000,
  })
  const propia = sesion?.empresa
  const valor = useMemo<Valor>(() => {
    const porEmpresa = new Map(data?.map((p) => [p.empresa, p]))
    return {
      de: (empresa) => porEmpresa.get(empresa ?? propia ?? 0) ?? INICIALES,
      perdidoComun: perdidoComun(data ?? [INICIALES]),
    }
  }, [data, propia])
  return <Contexto value={valor}>{children}</Contexto>
}

/** The times after which a last record is stale and a container is inactive, by company; the defaults until they are loaded. */
export const usePlazos = () => useContext(Contexto).de

/** The time after which the containers on screen are inactive, as text. */
export function usePlazoVisible(): string {
  const { de, perdidoComun: comun } = useContext(Contexto)
  const elegida = useEmpresa()
  const minutos = elegida === undefined ? comun : de(elegida).minutosPerdido
  return minutos === null ? 'el plazo de su empresa' : plazoEnPalabras(minutos)
}
