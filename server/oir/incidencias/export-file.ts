import type { z } from 'zod'
import type { exportIncidencias, Incidencia } from '#contract/oir/incidencias/incidencias'
import { empresaVisible } from '../../platform/auth/auth'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import { incidenciaColumns } from './export'
import { countIncidencias, walkIncidencias } from './repo'
import { resolveFilter } from './service'

type Query = z.output<NonNullable<typeof exportIncidencias.query>>

/** Exports the incidents. */
export async function incidenciasFile(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<Incidencia>> {
  const filter = resolveFilter(query, empresaVisible(principal, query.empresa), principal, zona)
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (i: Incidencia) => i.empresa,
    (pedidas) => incidenciaColumns(pedidas, query.aceleraciones === 'true'),
  )
  const total = await countIncidencias(db, filter)
  return {
    nombre: 'incidencias',
    titulo: 'Incidencias',
    formato: query.formato,
    columnas,
    filas: walkIncidencias(db, filter, query, zona),
    total: () => total,
    zona,
  }
}
