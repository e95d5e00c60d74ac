import { useEffect, useState } from 'react'
import { clavesDe, type FilaEvento } from './fila'

const ALMACEN = 'retorna.eventos.claves'
/** Readings name their fields as they like; a list longer than this could not be chosen from. */
const MAX_CLAVES = 200

const { compare } = new Intl.Collator('es', { numeric: true })

function leer(): string[] {
  try {
    const guardadas: unknown = JSON.parse(localStorage.getItem(ALMACEN) ?? '[]')
    return Array.isArray(guardadas) ? guardadas.filter((c) => typeof c === 'string') : []
  } catch {
    return []
  }
}

/** Keys of Valor met on the pages seen so far, in this visit or before, so that a column chosen once stays. */
export function useClaves(filas: FilaEvento[] | undefined): string[] {
  const [claves, setClaves] = useState(leer)
  const conocidas = new Set(claves)
  const nuevas = new Set(filas?.flatMap(clavesDe).filter((c) => !conocidas.has(c)))
  if (nuevas.size > 0 && claves.length < MAX_CLAVES)
    setClaves([...claves, ...nuevas].slice(0, MAX_CLAVES).sort(compare))
  useEffect(() => localStorage.setItem(ALMACEN, JSON.stringify(claves)), [claves])
  return claves
}
