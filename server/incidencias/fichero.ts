import type { z } from 'zod'
import type { exportIncidencias, Incidencia } from '#contract/incidencias'
import { empresaVisible } from '../acceso/acceso'
import { addEmpresa } from '../exportar/empresa'
import type { Archivo, Peticion } from '../exportar/send'
import { columnasIncidencia } from './export'
import { countIncidencias, walkIncidencias } from './repo'
import { resolveFiltro } from './service'

type Query = z.output<NonNullable<typeof exportIncidencias.query>>

/** The file of the incidents. */
export async function ficheroIncidencias(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<Incidencia>> {
  const filtro = resolveFiltro(query, empresaVisible(principal, query.empresa), principal, zona)
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (i: Incidencia) => i.empresa,
    (pedidas) => columnasIncidencia(pedidas, query.aceleraciones === 'true'),
  )
  const total = await countIncidencias(db, filtro)
  return {
    nombre: 'incidencias',
    titulo: 'Incidencias',
    formato: query.formato,
    columnas,
    filas: walkIncidencias(db, filtro, query, zona),
    total: () => total,
    zona,
  }
}
