import { useEffect, useState } from 'react'
import type { Evento } from '#contract/oir/eventos/eventos'
import { recuerdo } from '../../lib/recuerdo'
import { clavesOf } from './fila'

const ALMACEN = 'retorna.eventos.claves'
/** Readings may have any field names; this limits the list of columns to a usable length. */
const MAX_CLAVES = 200

const { compare } = new Intl.Collator('es', { numeric: true })

function read(): string[] {
  try {
    const guardadas: unknown = JSON.parse(recuerdo.get(ALMACEN) ?? '[]')
    return Array.isArray(guardadas) ? guardadas.filter((c) => typeof c === 'string') : []
  } catch {
    return []
  }
}

/** Keys of Valor on all pages seen, also in earlier visits, so that a chosen column remains available. */
export function useClaves(filas: Evento[] | undefined): string[] {
  const [claves, setClaves] = useState(read)
  // Runs after the rows are rendered, which do not need the names of hidden columns.
  useEffect(() => {
    const deEstas = [...new Set(filas?.flatMap(clavesOf))]
    setClaves((antes) => {
      const nuevas = deEstas.filter((c) => !antes.includes(c))
      return nuevas.length ? [...antes, ...nuevas].slice(0, MAX_CLAVES).sort(compare) : antes
    })
  }, [filas])
  useEffect(() => recuerdo.set(ALMACEN, JSON.stringify(claves)), [claves])
  return claves
}
