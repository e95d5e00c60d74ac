import { useEffect, useMemo, useRef } from 'react'
import type { Celda } from '#contract/parque/dispositivos/dispositivos'
import { inheritClaves } from '../claves'
import { type Grupo, group } from './grupos'

const NINGUNA: Celda[] = []

/** The markers of the cells; each keeps its key from one answer to the next. */
export function useGrupos(celdas: Celda[] = NINGUNA, zoom: number): Grupo[] {
  const previos = useRef<Grupo[]>([])
  const grupos = useMemo(() => inheritClaves(group(celdas, zoom), previos.current, zoom), [celdas, zoom])
  useEffect(() => {
    previos.current = grupos
  }, [grupos])
  return grupos
}
