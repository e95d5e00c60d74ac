import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef, useState } from 'react'
import { FLECHAS } from '#contract/parque/ubicaciones/values'
import { type Cuentas, type Viaje, viajesEntre } from './cuentas'

export const VIAJE_MS = 900

export type EnViaje = Viaje & { id: number }

const NINGUNO: EnViaje[] = []

/** Animated movements of containers since the last count of the same query; none with reduced motion. */
export function useViajes(cuentas: Cuentas | undefined, deQue: string): EnViaje[] {
  const quieto = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const [viajes, setViajes] = useState(NINGUNO)
  const previa = useRef<{ cuentas: Cuentas; deQue: string }>(undefined)
  const siguiente = useRef(0)

  useEffect(() => {
    const antes = previa.current
    previa.current = cuentas && { cuentas, deQue }
    if (quieto || !cuentas || antes?.deQue !== deQue) return
    const nuevos = viajesEntre(antes.cuentas, cuentas, FLECHAS).map((v) => ({
      ...v,
      id: siguiente.current++,
    }))
    if (nuevos.length === 0) return
    setViajes((otros) => [...otros, ...nuevos])
    const ids = new Set(nuevos.map((v) => v.id))
    // The next count does not cancel it: a journey ends by itself.
    setTimeout(() => setViajes((todos) => todos.filter((v) => !ids.has(v.id))), VIAJE_MS)
  }, [cuentas, deQue, quieto])

  return viajes
}
