import { useEffect, useState } from 'react'
import type { Evento } from '#contract/eventos/eventos'
import { clavesOf } from './fila'

const ALMACEN = 'retorna.eventos.claves'
/** Readings name their fields as they like; a list longer than this could not be chosen from. */
const MAX_CLAVES = 200

const { compare } = new Intl.Collator('es', { numeric: true })

function read(): string[] {
  try {
    const guardadas: unknown = JSON.parse(localStorage.getItem(ALMACEN) ?? '[]')
    return Array.isArray(guardadas) ? guardadas.filter((c) => typeof c === 'string') : []
  } catch {
    return []
  }
}

/** Keys of Valor met on the pages seen so far, in this visit or before, so that a column chosen once stays. */
export function useClaves(filas: Evento[] | undefined): string[] {
  const [claves, setClaves] = useState(read)
  // Once the rows are drawn: nobody waits for the names of columns that are not shown.
  useEffect(() => {
    const deEstas = [...new Set(filas?.flatMap(clavesOf))]
    setClaves((antes) => {
      const nuevas = deEstas.filter((c) => !antes.includes(c))
      return nuevas.length ? [...antes, ...nuevas].slice(0, MAX_CLAVES).sort(compare) : antes
    })
  }, [filas])
  useEffect(() => localStorage.setItem(ALMACEN, JSON.stringify(claves)), [claves])
  return claves
}
