import { useEffect, useMemo, useRef } from 'react'
import type { Celda } from '#contract/dispositivos'
import { heredarClaves } from './claves'
import { agrupar, type Grupo } from './grupos'

const NINGUNA: Celda[] = []

/** The markers of the cells, each keeping its key from one answer to the next. */
export function useGrupos(celdas: Celda[] = NINGUNA, zoom: number): Grupo[] {
  const previos = useRef<Grupo[]>([])
  const grupos = useMemo(() => heredarClaves(agrupar(celdas, zoom), previos.current, zoom), [celdas, zoom])
  useEffect(() => {
    previos.current = grupos
  }, [grupos])
  return grupos
}
