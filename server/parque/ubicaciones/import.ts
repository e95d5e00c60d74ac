import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import {
  datosUbicacion,
  type Grupo,
  type InformeUbicaciones,
  MAX_UBICACIONES,
  type Ubicacion,
} from '#contract/parque/ubicaciones/ubicaciones'
import { GRUPOS } from '#contract/parque/ubicaciones/values'
import type { Db } from '../../platform/db/client'
import { findEmpresa, lockEmpresa } from '../../platform/db/queries/empresa'
import { noEncontrado } from '../../platform/http/errores'
import {
  type CellErrors,
  createCellErrors,
  parseCelda,
  parseCeldaNumero,
} from '../../platform/import/cell-errors'
import { ErrorCsv, simplify } from '../../platform/import/csv'
import { readImportRows } from '../../platform/import/rows'
import { insertUbicaciones, listUbicaciones, type New, saveUbicaciones } from './repo'
import { igual } from './service'

const COLUMNS = {
  nombre: { otras: ['ubicacion', 'lugar', 'sitio'] },
  planta: { opcional: true },
  grupo: { opcional: true },
  x: { otras: ['x (%)'], opcional: true },
  y: { otras: ['y (%)'], opcional: true },
} as const

/** A good line; what is undefined stays as it is. */
type Linea = {
  linea: number
  nombre: string
  planta: string | undefined
  grupo: Grupo | undefined
  nodo: { nodo_x: number; nodo_y: number } | undefined
}
type Parsed = { buenas: Linea[]; reparos: CellErrors; filas: number }

function parseNombre(celda: string): string {
  const nombre = parseCelda(datosUbicacion.nombre, celda)
  if (igual(nombre) === igual(SIN_UBICACION))
    throw new ErrorCsv(`«${SIN_UBICACION}» es como se llama a no tener ninguna.`)
  return nombre
}

/** Parses a group as it is stored or shown: `Vacíos`, `Servicios`. */
function parseGrupo(celda: string): Grupo | undefined {
  if (celda === '') return undefined
  const wanted = simplify(celda)
  const grupo = GRUPOS.find((g) => g === wanted || `${g}s` === wanted)
  if (!grupo) throw new ErrorCsv(`El grupo debe ser uno de estos: ${GRUPOS.join(', ')}.`)
  return grupo
}

/** Parses a distance from the left or the upper edge, in percent of the plan, into 0..1; undefined: blank. */
function parsePorcentaje(celda: string): number | undefined {
  const n = parseCeldaNumero(celda.replace(/\s*%$/, ''), 2)
  if (n === null) return undefined
  if (n < 0 || n > 100) throw new ErrorCsv('Debe ser un porcentaje del plano, de 0 a 100.')
  return n / 100
}

/** Each line as a location or with its error. Throws 400 for a file that cannot be read at all. */
export async function readUbicaciones(bytes: Uint8Array): Promise<Parsed> {
  const buenas: Linea[] = []
  const reparos = createCellErrors()
  const vistas = new Map<string, number>()
  const rows = await readImportRows(bytes, COLUMNS, { maxFilas: MAX_UBICACIONES })
  for (const { linea, celda } of rows) {
    let column: keyof typeof COLUMNS = 'nombre'
    try {
      const nombre = parseNombre(celda(column))
      const previa = vistas.get(igual(nombre))
      if (previa !== undefined) throw new ErrorCsv(`Ya está en la línea ${previa}.`)
      column = 'planta'
      const planta = celda(column) === '' ? undefined : parseCelda(datosUbicacion.planta, celda(column))
      column = 'grupo'
      const grupo = parseGrupo(celda(column))
      column = 'x'
      const nodo_x = parsePorcentaje(celda(column))
      column = 'y'
      const nodo_y = parsePorcentaje(celda(column))
      if ((nodo_x === undefined) !== (nodo_y === undefined))
        throw new ErrorCsv('Las dos coordenadas van juntas.')
      vistas.set(igual(nombre), linea)
      const nodo = nodo_x === undefined || nodo_y === undefined ? undefined : { nodo_x, nodo_y }
      buenas.push({ linea, nombre, planta, grupo, nodo })
    } catch (e) {
      if (!(e instanceof ErrorCsv)) throw e
      reparos.add({ linea, nombre: celda('nombre') }, column, e.message)
    }
  }
  return { buenas, reparos, filas: rows.length }
}

const FUERA = { nodo_x: null, nodo_y: null }
/** Positions are stored as four-byte numbers. */
const samePoint = (a: number | null, b: number | null) =>
  a === b || (a !== null && b !== null && Math.fround(a) === Math.fround(b))
const isSame = (a: New, b: New) =>
  a.planta === b.planta &&
  a.grupo === b.grupo &&
  samePoint(a.nodo_x, b.nodo_x) &&
  samePoint(a.nodo_y, b.nodo_y)

/** Finds the new and the changed locations; what comes after the last place that a company may have is an error. */
async function compare(db: Db, empresa: number, { buenas, reparos, filas }: Parsed, ensayo: boolean) {
  const hay = await listUbicaciones(db, empresa)
  const byName = new Map(hay.map((u) => [igual(u.nombre), u]))
  const cambios: InformeUbicaciones['cambios'] = []
  const nuevas: New[] = []
  const cambiadas: Omit<Ubicacion, 'lectores'>[] = []
  let iguales = 0
  for (const { linea, nombre, planta, grupo, nodo } of buenas) {
    const previa = byName.get(igual(nombre))
    const stored: New = previa ? shown(previa) : { nombre, planta: '', grupo: 'servicio', ...FUERA }
    const next = { ...stored, ...(planta && { planta }), ...(grupo && { grupo }), ...nodo }
    if (previa && isSame(previa, next)) iguales++
    else if (!previa && hay.length + nuevas.length >= MAX_UBICACIONES)
      reparos.add({ linea, nombre }, 'nombre', `Como mucho ${MAX_UBICACIONES} ubicaciones.`)
    else {
      if (previa) cambiadas.push({ ...next, id: previa.id })
      else nuevas.push(next)
      cambios.push({ linea, nueva: !previa, ...shown(next) })
    }
  }
  const informe: InformeUbicaciones = {
    ensayo,
    filas,
    nuevas: nuevas.length,
    cambiadas: cambiadas.length,
    iguales,
    ...reparos.informe(),
    cambios,
  }
  return { informe, nuevas, cambiadas }
}

const shown = ({ nombre, planta, grupo, nodo_x, nodo_y }: New) => ({ nombre, planta, grupo, nodo_x, nodo_y })

/** Reports what an import would do; writes nothing. */
export async function rehearseUbicaciones(
  db: Db,
  empresa: number,
  parsed: Parsed,
): Promise<InformeUbicaciones> {
  if ((await findEmpresa(db, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
  return (await compare(db, empresa, parsed, true)).informe
}

/** Adds and changes the locations of the good lines, within the transaction `tx`. */
export async function importUbicaciones(
  tx: Db,
  empresa: number,
  parsed: Parsed,
): Promise<InformeUbicaciones> {
  if ((await lockEmpresa(tx, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
  const { informe, nuevas, cambiadas } = await compare(tx, empresa, parsed, false)
  if (nuevas.length) await insertUbicaciones(tx, empresa, nuevas)
  if (cambiadas.length) await saveUbicaciones(tx, cambiadas)
  return informe
}
