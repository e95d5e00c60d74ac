import type { z } from 'zod'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type {
  DispositivoAntiguo,
  exportInventario,
  exportPoc,
} from '#contract/parque/dispositivos/inventario'
import { empresaVisible } from '../../platform/auth/auth'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import { columnasAntiguas, columnasPoc } from './inventario/export-inventario'
import { countInventario, walkInventario } from './inventario/repo-inventario'
import { checkPdf, filtroAntiguo, filtroPoc } from './inventario/service-inventario'
import { presentDispositivo } from './repo'
import { presentDevice } from './service'

type QueryPoc = z.output<NonNullable<typeof exportPoc.query>>
type QueryAntigua = z.output<NonNullable<typeof exportInventario.query>>

/** Exports the inventory. Throws 400 where a PDF would be too long. */
export async function ficheroPoc(
  { db, principal, query }: Peticion<QueryPoc>,
  zona: string,
): Promise<Archivo<Dispositivo>> {
  const filter = filtroPoc(query, empresaVisible(principal, query.empresa), zona)
  const columnas = await addEmpresa(db, query.columnas, (d: Dispositivo) => d.empresa, columnasPoc)
  const total = await countInventario(db, filter)
  checkPdf(total, query.formato)
  return {
    nombre: 'status_poc',
    titulo: 'Inventario',
    formato: query.formato,
    columnas,
    filas: walkInventario(db, filter, query, (f) => presentDispositivo(f, zona)),
    total: () => total,
    zona,
  }
}

/** Exports the inventory in its old form. */
export async function ficheroAntiguo(
  { db, principal, query }: Peticion<QueryAntigua>,
  zona: string,
): Promise<Archivo<DispositivoAntiguo>> {
  const empresa = empresaVisible(principal, query.empresa)
  const filter = query.ids ? { empresa, ids: query.ids } : filtroAntiguo(query, empresa)
  const total = await countInventario(db, filter)
  return {
    nombre: 'Inventario',
    titulo: 'Inventario',
    formato: 'xlsx',
    columnas: columnasAntiguas(query.columnas),
    filas: walkInventario(db, filter, query, (f) => presentDevice(f.id, presentDispositivo(f, zona))),
    total: () => total,
    zona,
  }
}
