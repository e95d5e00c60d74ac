import { MAX_CAMBIOS_INFORME } from '#contract/importar'
import {
  CodigoLt,
  DescripcionLt,
  type InformeLt,
  MAX_LT,
  TotalLt,
} from '#contract/parque/logistica/logistica'
import type { Db } from '../../platform/db/client'
import { findEmpresa, lockEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, noEncontrado } from '../../platform/http/errores'
import {
  type CellErrors,
  createCellErrors,
  parseCelda,
  parseCeldaNumero,
} from '../../platform/import/cell-errors'
import { ErrorCsv } from '../../platform/import/csv'
import { readImportRows } from '../../platform/import/rows'
import { paced } from '../../platform/process/pauses'
import { type Lt, listLt, saveLts } from './repo'

type Linea = Lt & { linea: number }
type Parsed = { buenas: Linea[]; reparos: CellErrors; filas: number }

const COLUMNS = {
  codigo: { otras: ['lt', 'cod', 'referencia'] },
  descripcion: { otras: ['desc', 'denominacion'] },
  total: { otras: ['cantidad', 'unidades'] },
} as const

function parseTotal(celda: string): number {
  const total = parseCeldaNumero(celda, 0)
  if (total === null) throw new ErrorCsv('Falta el total.')
  return parseCelda(TotalLt, total)
}

/** The row of totals in Retorna's own files. */
const isTotal = (codigo: string, descripcion: string) => codigo === 'Total' && !descripcion

/** Each line as an LT or with its error. Throws 400 for a file that cannot be read at all. */
export async function readLts(bytes: Uint8Array): Promise<Parsed> {
  const buenas: Linea[] = []
  const cellErrors = createCellErrors()
  const vistos = new Map<string, number>()
  const rows = await readImportRows(bytes, COLUMNS, {
    maxFilas: MAX_LT,
    counts: (celda) => !isTotal(celda('codigo'), celda('descripcion')),
  })
  for await (const { linea, celda } of paced(rows)) {
    let column: keyof typeof COLUMNS = 'codigo'
    try {
      const codigo = parseCelda(CodigoLt, celda(column))
      const previa = vistos.get(codigo)
      if (previa !== undefined) throw new ErrorCsv(`El código ya está en la línea ${previa}.`)
      column = 'descripcion'
      const descripcion = parseCelda(DescripcionLt, celda(column))
      column = 'total'
      const total = parseTotal(celda(column))
      vistos.set(codigo, linea)
      buenas.push({ linea, codigo, descripcion, total })
    } catch (e) {
      if (!(e instanceof ErrorCsv)) throw e
      cellErrors.add({ linea, nombre: celda('codigo') }, column, e.message)
    }
  }
  return { buenas, reparos: cellErrors, filas: rows.length }
}

async function compare(
  db: Db,
  empresa: number,
  { buenas, reparos: cellErrors, filas }: Parsed,
  ensayo: boolean,
) {
  const catalogo = new Map((await listLt(db, empresa)).map((l) => [l.codigo, l]))
  const cambios = buenas.flatMap(({ ...lt }) => {
    const hay = catalogo.get(lt.codigo)
    if (hay?.descripcion === lt.descripcion && hay.total === lt.total) return []
    return [{ ...lt, antes: hay ? { descripcion: hay.descripcion, total: hay.total } : null }]
  })
  const nuevas = cambios.filter((c) => !c.antes).length
  if (catalogo.size + nuevas > MAX_LT)
    throw conflicto(`El catálogo no puede pasar de ${MAX_LT} códigos.`, 'demasiados')
  const informe: InformeLt = {
    ensayo,
    filas,
    nuevas,
    cambiadas: cambios.length - nuevas,
    iguales: buenas.length - cambios.length,
    ...cellErrors.informe(),
    cambios: cambios.slice(0, MAX_CAMBIOS_INFORME),
  }
  return { informe, cambios }
}

/** Reports what an import would do; writes nothing. */
export async function rehearse(db: Db, empresa: number, parsed: Parsed): Promise<InformeLt> {
  if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
  return (await compare(db, empresa, parsed, true)).informe
}

/** Writes the valid lines within the transaction `tx`. */
export async function importLts(tx: Db, empresa: number, parsed: Parsed): Promise<InformeLt> {
  if (!(await lockEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  const { informe, cambios } = await compare(tx, empresa, parsed, false)
  if (cambios.length)
    await saveLts(
      tx,
      empresa,
      cambios.map(({ codigo, descripcion, total }) => ({ codigo, descripcion, total })),
    )
  return informe
}
