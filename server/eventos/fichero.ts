import type { z } from 'zod'
import type { exportEventos } from '#contract/eventos'
import type { Formato } from '#contract/exportar'
import { empresaVisible } from '../acceso/acceso'
import { addEmpresa } from '../exportar/empresa'
import type { Archivo, Peticion } from '../exportar/send'
import { columnasEvento } from './export'
import type { FilaEvento, Filtro } from './repo'
import { walkEventos } from './repo-paginas'
import { checkFilas, resolveFiltro } from './service'

type Pedido = {
  nombre: string
  formato: Formato
  columnas: string[] | undefined
  filtro: Filtro
  zona: string
}

/** Events of a filter as a file. */
export async function archivoDeEventos(
  { db }: Peticion,
  { filtro, zona, columnas, ...p }: Pedido,
): Promise<Archivo<FilaEvento>> {
  let total: number | null = null
  const filas = walkEventos(db, filtro, (n) => {
    total = n
  })
  return {
    ...p,
    titulo: 'Eventos',
    columnas: await addEmpresa(db, columnas, (e: FilaEvento) => e.empresa_id, columnasEvento),
    filas,
    total: () => total,
    zona,
  }
}

type Query = z.output<NonNullable<typeof exportEventos.query>>

/** The file of the events screen. Throws 400 where a PDF would be too long. */
export async function ficheroEventos(p: Peticion<Query>, zona: string) {
  const { db, principal, query } = p
  const filtro = await resolveFiltro(db, query, empresaVisible(principal, query.empresa), zona)
  await checkFilas(db, filtro, query.formato)
  const { formato, columnas } = query
  return archivoDeEventos(p, { nombre: 'eventos', formato, columnas, filtro, zona })
}
