import type { z } from 'zod'
import type { Formato } from '#contract/exportar'
import type { exportEventos } from '#contract/oir/eventos/eventos'
import { empresaVisible } from '../../platform/auth/auth'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import { eventoColumns } from './export'
import type { EventoRow, Filter } from './repo'
import { walkEventos } from './repo-pages'
import { checkRows, resolveFilter } from './service'

type Pedido = {
  nombre: string
  formato: Formato
  columnas: string[] | undefined
  filtro: Filter
  zona: string
}

/** Exports the events of a filter. */
export async function archivoDeEventos(
  { db }: Peticion,
  { filtro, zona, columnas, ...p }: Pedido,
): Promise<Archivo<EventoRow>> {
  let total: number | null = null
  const filas = walkEventos(db, filtro, (n) => {
    total = n
  })
  return {
    ...p,
    titulo: 'Eventos',
    columnas: await addEmpresa(db, columnas, (e: EventoRow) => e.empresa_id, eventoColumns),
    filas,
    total: () => total,
    zona,
  }
}

type Query = z.output<NonNullable<typeof exportEventos.query>>

/** Exports the events screen. Throws 400 where a PDF would be too long. */
export async function eventosFile(p: Peticion<Query>, zona: string) {
  const { db, principal, query } = p
  const filtro = await resolveFilter(db, query, empresaVisible(principal, query.empresa), zona)
  await checkRows(db, filtro, query.formato)
  const { formato, columnas } = query
  return archivoDeEventos(p, { nombre: 'eventos', formato, columnas, filtro, zona })
}
