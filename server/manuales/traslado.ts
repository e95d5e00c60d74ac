import { createReadStream } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_DOCUMENTOS } from '#contract/manuales'
import { MAX_NIVELES } from '#contract/valores/manuales'
import { removeArchivo, saveArchivo } from '../archivos/service'
import { RAIZ } from '../config'
import type { Db } from '../db/cliente'
import { causaDe, ErrorArranque } from '../errores-arranque'
import { bajo, isRutaManual, padreDe } from './arbol'
import { addCarpeta, lockManuales, noteEntrega, putDocumento } from './repo-arbol'

/** Folder of DATA_DIR that held the manuals before the database did. */
const CARPETA = 'manuales'

/** A path and those above it, the uppermost first. */
const linajeDe = (ruta: string): string[] => (ruta ? [...linajeDe(padreDe(ruta)), ruta] : [])

/**
 * Put a file into the tree of the manuals, with the folders that it stands in; where it is no manual, or something stands there
 * already, the file goes.
 * @returns whether it was put there
 */
export async function putManual(tx: Db, ruta: string, archivo: number): Promise<boolean> {
  if (isRutaManual(ruta) && (await putDocumento(tx, ruta, archivo, MAX_DOCUMENTOS))) {
    for (const carpeta of linajeDe(padreDe(ruta))) await addCarpeta(tx, carpeta)
    return true
  }
  await removeArchivo(tx, archivo)
  return false
}

/** What of a folder is a manual; links are none. @returns those for which there was no room, or that found another in their place */
async function takeCarpeta(tx: Db, raiz: string, ruta = '', nivel = 0): Promise<string[]> {
  const fuera: string[] = []
  for (const e of await readdir(join(raiz, ruta), { withFileTypes: true })) {
    const suya = bajo(ruta, e.name)
    if (e.name.startsWith('.')) continue
    if (e.isDirectory() && nivel < MAX_NIVELES) {
      await addCarpeta(tx, suya)
      fuera.push(...(await takeCarpeta(tx, raiz, suya, nivel + 1)))
    } else if (e.isFile() && isRutaManual(suya)) {
      const { id } = await saveArchivo(tx, createReadStream(join(raiz, suya)))
      if (!(await putManual(tx, suya, id))) fuera.push(suya)
    }
  }
  return fuera
}

const isCarpeta = async (ruta: string) => (await stat(ruta).catch(() => null))?.isDirectory() ?? false

/** Lay the folder of the manuals aside: what it held is in the database, or is of no use any more. */
export async function layAside(dataDir: string): Promise<void> {
  const raiz = join(dataDir, CARPETA)
  if (!(await isCarpeta(raiz))) return
  const aparte = `${raiz}-antes-de-${new Date().toISOString().replace(/\W/g, '-')}`
  await rename(raiz, aparte).catch((e) => {
    throw new ErrorArranque(
      `Los manuales ya están en la base de datos, y la carpeta ${raiz} no se puede apartar: ${causaDe(e)}. Muévala a otro sitio.`,
    )
  })
}

/**
 * Before the first call: what a folder of DATA_DIR holds from before goes into the database, and the folder is laid aside once that is
 * committed. Where there is none, an installation that is new gets the manuals that the product brings.
 * @param onFuera told of files that were left where they are
 */
export async function takeManuales(
  db: Db,
  dataDir: string,
  onFuera: (rutas: string[]) => void,
  deSerie = join(RAIZ, 'docs/manuales'),
): Promise<void> {
  const raiz = join(dataDir, CARPETA)
  // Held until the folder is gone: another process that shares it finds nothing left to do.
  await db.transaction().execute(async (guarda) => {
    await lockManuales(guarda)
    const hay = await isCarpeta(raiz)
    const fuera = await db.transaction().execute(async (tx) => {
      const nueva = await noteEntrega(tx)
      if (hay) return takeCarpeta(tx, raiz)
      return nueva && (await isCarpeta(deSerie)) ? takeCarpeta(tx, deSerie) : []
    })
    if (fuera.length) onFuera(fuera)
    if (hay) await layAside(dataDir)
  })
}

/** Whoever puts a copy back has its manuals, however few. */
export const noteManuales = (tx: Db): Promise<boolean> => noteEntrega(tx)
