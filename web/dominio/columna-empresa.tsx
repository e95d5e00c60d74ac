import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { empresasQuery } from '../lib/opciones'
import { useEmpresa } from '../lib/session/empresa'
import { useSesion } from '../lib/session/sesion'
import type { Columna } from '../ui/tabla/tipos'

/**
 * The company column, if an administrator sees all companies; else no column.
 * @param oculta hidden by default, because the table is narrow
 */
export function useColumnaEmpresa<T extends { empresa: number }>(oculta = false): Columna<T>[] {
  const esAdmin = useSesion()?.is_admin === true
  const todas = useEmpresa() === undefined
  const { data: empresas } = useQuery({ ...empresasQuery, enabled: esAdmin && todas })
  return useMemo(() => {
    if (!esAdmin || !todas || !empresas || empresas.length < 2) return []
    const nombres = new Map(empresas.map((e) => [e.id, e.nombre]))
    const nombreOf = (f: T) => nombres.get(f.empresa) ?? `Empresa ${f.empresa}`
    return [
      {
        id: COLUMNA_EMPRESA,
        titulo: 'Empresa',
        ancho: 152,
        oculta,
        valor: nombreOf,
        celda: (f) => <span title={nombreOf(f)}>{nombreOf(f)}</span>,
      },
    ]
  }, [esAdmin, todas, empresas, oculta])
}
