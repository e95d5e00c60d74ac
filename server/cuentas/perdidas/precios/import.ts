import { Dia } from '#contract/comunes'
import { createPrecio } from '#contract/cuentas/perdidas/perdidas'
import { type InformePrecios, MAX_PRECIOS_ARCHIVO } from '#contract/cuentas/perdidas/precios'
import { MAX_CAMBIOS_INFORME } from '#contract/importar'
import type { Db } from '../../../platform/db/client'
import { findEmpresa, lockEmpresa } from '../../../platform/db/queries/empresa'
import { noEncontrado } from '../../../platform/http/errores'
import {
  type CellErrors,
  createCellErrors,
  parseCelda,
  parseCeldaNumero,
} from '../../../platform/import/cell-errors'
import { ErrorCsv, simplify } from '../../../platform/import/csv'
import { readImportRows } from '../../../platform/import/rows'
import { paced } from '../../../platform/process/pauses'
import { keepLadder } from '../propuestas'
import { lockPerdidas } from '../repo-keep'
import { listCalladas } from '../repo-write'
import { addPrecios, listFamiliasOf, listPreciosAt, type PrecioDe } from './repo-import'

type Linea = PrecioDe & { linea: number; nombre: string }
type Parsed = { buenas: Linea[]; reparos: CellErrors; filas: number }

const COLUMNS = {
  familia: { otras: ['lt', 'codigo'] },
  desde: { otras: ['fecha', 'dia', 'desde el'] },
  precio: { otras: ['euros', 'importe', 'precio (€)'] },
} as const

const { familia: Familia, centimos: Centimos } = (createPrecio.body as NonNullable<typeof createPrecio.body>)
  .shape
const OTHERS = new Set(['las demas', 'las demas familias', 'demas'])

/** Parses a family. All families without a price of their own must be named as such: an empty cell may be a slip. */
function parseFamilia(celda: string): string {
  if (celda === '')
    throw new ErrorCsv('Falta la familia. Escribe «Las demás» para las que no tienen precio propio.')
  return OTHERS.has(simplify(celda)) ? '' : parseCelda(Familia, celda)
}

/** Parses a day as people and Excel write it: 01/03/2026 or 2026-03-01, without an hour or at midnight. */
function parseDesde(celda: string): string {
  if (celda === '') throw new ErrorCsv('Falta el día desde el que vale.')
  const [, d, m, y] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(celda) ?? []
  const iso = y ? `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}` : celda.replace(/[ T]00:00(:00)?$/, '')
  const r = Dia.safeParse(iso)
  if (!r.success)
    throw new ErrorCsv(`«${celda.slice(0, 40)}» no es un día. Escríbelo como 01/03/2026 o 2026-03-01.`)
  return r.data
}

/** Parses a price in euros, with or without their sign, into cents. */
function parsePrecio(celda: string): number {
  const euros = parseCeldaNumero(celda.replace(/\s*€$/, ''), 2)
  if (euros === null) throw new ErrorCsv('Falta el precio.')
  return parseCelda(Centimos, Math.round(euros * 100))
}

/** Each line as a price or with its error. Throws 400 for a file that cannot be read at all. */
export async function readPrecios(bytes: Uint8Array): Promise<Parsed> {
  const buenas: Linea[] = []
  const cellErrors = createCellErrors()
  const vistos = new Map<string, number>()
  const rows = await readImportRows(bytes, COLUMNS, { maxFilas: MAX_PRECIOS_ARCHIVO })
  for await (const { linea, celda } of paced(rows)) {
    const nombre = celda('familia')
    let column: keyof typeof COLUMNS = 'familia'
    try {
      const familia = parseFamilia(nombre)
      column = 'desde'
      const desde = parseDesde(celda(column))
      const clave = `${desde} ${familia}`
      const previa = vistos.get(clave)
      if (previa !== undefined) throw new ErrorCsv(`Su precio desde ese día ya está en la línea ${previa}.`)
      column = 'precio'
      const centimos = parsePrecio(celda(column))
      vistos.set(clave, linea)
      buenas.push({ linea, nombre, familia, desde, centimos })
    } catch (e) {
      if (!(e instanceof ErrorCsv)) throw e
      cellErrors.add({ linea, nombre }, column, e.message)
    }
  }
  return { buenas, reparos: cellErrors, filas: rows.length }
}

/** Finds the new and the changed prices. A family without containers is taken for a slip: its line is an error. */
async function compare(
  db: Db,
  empresa: number,
  { buenas, reparos: cellErrors, filas }: Parsed,
  ensayo: boolean,
): Promise<{ informe: InformePrecios; cambios: PrecioDe[] }> {
  const familias = await listFamiliasOf(db, empresa, [...new Set(buenas.map((p) => p.familia))])
  const conocidas = buenas.filter((p) => {
    const known = p.familia === '' || familias.has(p.familia)
    if (!known) cellErrors.add(p, 'familia', `Ningún contenedor es de la familia «${p.familia}».`)
    return known
  })
  const hay = await listPreciosAt(db, empresa, conocidas)
  const cambios = conocidas.flatMap(({ nombre: _, ...p }, i) =>
    hay[i] === p.centimos ? [] : [{ ...p, antes: hay[i] ?? null }],
  )
  const nuevas = cambios.filter((c) => c.antes === null).length
  return {
    informe: {
      ensayo,
      filas,
      nuevas,
      cambiadas: cambios.length - nuevas,
      iguales: conocidas.length - cambios.length,
      ...cellErrors.informe(),
      cambios: cambios.slice(0, MAX_CAMBIOS_INFORME),
    },
    cambios,
  }
}

/** Reports what an import would do; writes nothing. */
export async function rehearsePrecios(db: Db, empresa: number, parsed: Parsed): Promise<InformePrecios> {
  if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
  return (await compare(db, empresa, parsed, true)).informe
}

/** Adds the prices of the valid lines and updates the ladder, within the transaction `tx`. */
export async function importPrecios(
  tx: Db,
  parsed: Parsed,
  { empresa, persona, zona }: { empresa: number; persona: number; zona: string },
): Promise<InformePrecios> {
  if (!(await lockEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  await lockPerdidas(tx, empresa)
  const { informe, cambios } = await compare(tx, empresa, parsed, false)
  if (cambios.length) {
    await addPrecios(tx, empresa, persona, cambios)
    await keepLadder(tx, { empresa, ids: await listCalladas(tx, empresa) }, zona)
  }
  return informe
}
