import type { z } from 'zod'
import type { Dispositivo } from '#contract/dispositivos'
import type { DispositivoAntiguo, exportInventario, exportPoc } from '#contract/inventario'
import { empresaVisible } from '../acceso/acceso'
import { addEmpresa } from '../exportar/empresa'
import type { Archivo, Peticion } from '../exportar/send'
import { columnasAntiguas, columnasPoc } from './export-inventario'
import { presentDispositivo } from './repo'
import { countInventario, walkInventario } from './repo-inventario'
import { presentDevice } from './service'
import { checkPdf, filtroAntiguo, filtroPoc } from './service-inventario'

type QueryPoc = z.output<NonNullable<typeof exportPoc.query>>
type QueryAntigua = z.output<NonNullable<typeof exportInventario.query>>

/** The file of the inventory. Throws 400 where a PDF would be too long. */
export async function ficheroPoc(
  { db, principal, query }: Peticion<QueryPoc>,
  zona: string,
): Promise<Archivo<Dispositivo>> {
  const filtro = filtroPoc(query, empresaVisible(principal, query.empresa), zona)
  const columnas = await addEmpresa(db, query.columnas, (d: Dispositivo) => d.empresa, columnasPoc)
  const total = await countInventario(db, filtro)
  checkPdf(total, query.formato)
  return {
    nombre: 'status_poc',
    titulo: 'Inventario',
    formato: query.formato,
    columnas,
    filas: walkInventario(db, filtro, query, (f) => presentDispositivo(f, zona)),
    total: () => total,
    zona,
  }
}

/** The file of the old inventory. */
export async function ficheroAntiguo(
  { db, principal, query }: Peticion<QueryAntigua>,
  zona: string,
): Promise<Archivo<DispositivoAntiguo>> {
  const empresa = empresaVisible(principal, query.empresa)
  const filtro = query.ids ? { empresa, ids: query.ids } : filtroAntiguo(query, empresa)
  const total = await countInventario(db, filtro)
  return {
    nombre: 'Inventario',
    titulo: 'Inventario',
    formato: 'xlsx',
    columnas: columnasAntiguas(query.columnas),
    filas: walkInventario(db, filtro, query, (f) => presentDevice(f.id, presentDispositivo(f, zona))),
    total: () => total,
    zona,
  }
}
