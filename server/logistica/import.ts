import { MAX_CAMBIOS_INFORME } from '#contract/importar'
import { CodigoLt, DescripcionLt, type InformeLt, MAX_LT, TotalLt } from '#contract/logistica'
import type { Db } from '../db/cliente'
import { findEmpresa, lockEmpresa } from '../db/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../http/errores'
import { ErrorCsv, findColumnas } from '../importar/csv'
import { createReparos, parseCelda, type Reparos } from '../importar/reparos'
import { readTabla, titulosDe } from '../importar/tabla'
import { type Lt, listLt, saveLts } from './repo'

type Linea = Lt & { linea: number }
type Leido = { buenas: Linea[]; reparos: Reparos; filas: number }

const COLUMNAS = {
  codigo: { otras: ['lt', 'cod', 'referencia'] },
  descripcion: { otras: ['desc', 'denominacion'] },
  total: { otras: ['cantidad', 'unidades'] },
} as const

/** A cell as a whole number; anything that leaves a doubt (1.234, 12,5, 1e3) is none. */
function parseTotal(celda: string): number {
  if (celda === '') throw new ErrorCsv('Falta el total.')
  if (!/^-?\d{1,12}$/.test(celda))
    throw new ErrorCsv(
      `El total «${celda.slice(0, 40)}» no es un número entero. Escríbelo sin puntos ni comas.`,
    )
  return Number(celda)
}

/** The row of totals of our own files. */
const isTotal = (codigo: string | undefined, descripcion: string | undefined) =>
  codigo === 'Total' && !descripcion

/** Each line as an LT, or why it is none. Throws 400 for a file that cannot be read at all. */
export async function readLts(bytes: Uint8Array): Promise<Leido> {
  const buenas: Linea[] = []
  const reparos = createReparos()
  const vistos = new Map<string, number>()
  let filas = 0
  try {
    const csv = await readTabla(bytes, { maxFilas: MAX_LT, titulos: titulosDe(COLUMNAS) })
    const sitio = findColumnas(csv, COLUMNAS)
    const lineas = csv.filas.filter(({ celdas }) => !isTotal(celdas[sitio.codigo], celdas[sitio.descripcion]))
    filas = lineas.length
    for (const { linea, celdas } of lineas) {
      const celda = (columna: keyof typeof COLUMNAS) => celdas[sitio[columna]] ?? ''
      let columna: keyof typeof COLUMNAS = 'codigo'
      try {
        const codigo = parseCelda(CodigoLt, celda(columna))
        const previa = vistos.get(codigo)
        if (previa !== undefined) throw new ErrorCsv(`El código ya está en la línea ${previa}.`)
        columna = 'descripcion'
        const descripcion = parseCelda(DescripcionLt, celda(columna))
        columna = 'total'
        const total = parseCelda(TotalLt, parseTotal(celda(columna)))
        vistos.set(codigo, linea)
        buenas.push({ linea, codigo, descripcion, total })
      } catch (e) {
        if (!(e instanceof ErrorCsv)) throw e
        reparos.add({ linea, nombre: celda('codigo') }, columna, e.message)
      }
    }
  } catch (e) {
    throw e instanceof ErrorCsv ? entradaNoValida(e.message, 'archivo') : e
  }
  if (!filas) throw entradaNoValida('El archivo no tiene ninguna fila debajo de la cabecera.', 'archivo')
  return { buenas, reparos, filas }
}

async function compare(db: Db, empresa: number, { buenas, reparos, filas }: Leido, ensayo: boolean) {
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
    ...reparos.informe(),
    cambios: cambios.slice(0, MAX_CAMBIOS_INFORME),
  }
  return { informe, cambios }
}

/** What an import would do. Nothing is written. */
export async function rehearse(db: Db, empresa: number, leido: Leido): Promise<InformeLt> {
  if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
  return (await compare(db, empresa, leido, true)).informe
}

/** Write the good lines within the transaction `tx`. */
export async function importLts(tx: Db, empresa: number, leido: Leido): Promise<InformeLt> {
  if (!(await lockEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  const { informe, cambios } = await compare(tx, empresa, leido, false)
  if (cambios.length)
    await saveLts(
      tx,
      empresa,
      cambios.map(({ codigo, descripcion, total }) => ({ codigo, descripcion, total })),
    )
  return informe
}
