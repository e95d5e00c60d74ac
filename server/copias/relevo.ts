import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ErrorArranque } from '../errores-arranque'
import { isRestaurada } from './repo'

/** Where the files of a copy wait in DATA_DIR until the database has taken its rows; no copy and no listing has it. */
const SALA = '.restaurar'
const NUEVAS = 'nuevas'
const VIEJAS = 'viejas'
const CUAL = 'cual.json'

type Relevo = { id: string; carpetas: string[] }

export const carpetaNueva = (dataDir: string) => join(dataDir, SALA, NUEVAS)

/** Make room for the files of a copy, beside those that they will replace. */
export function prepareRelevo(dataDir: string, relevo: Relevo): void {
  mkdirSync(dataDir, { recursive: true })
  // What is moved from one disk to another is not there at once.
  for (const c of relevo.carpetas) {
    const hay = lstatSync(join(dataDir, c), { throwIfNoEntry: false })
    if (hay && hay.dev !== lstatSync(dataDir).dev)
      throw new ErrorArranque(`La carpeta ${join(dataDir, c)} está en otro disco que DATA_DIR.`)
  }
  dropRelevo(dataDir)
  mkdirSync(carpetaNueva(dataDir), { recursive: true })
  mkdirSync(join(dataDir, SALA, VIEJAS))
  writeFileSync(join(dataDir, SALA, CUAL), JSON.stringify(relevo), { flush: true })
}

export function dropRelevo(dataDir: string): void {
  rmSync(join(dataDir, SALA), { recursive: true, force: true })
}

/** Put each folder of the copy in its place. Done again after it was cut short, it does what is left. */
function exchange(dataDir: string, carpetas: string[]): void {
  for (const c of carpetas) {
    const nueva = join(carpetaNueva(dataDir), c)
    if (!existsSync(nueva)) continue
    const vieja = join(dataDir, SALA, VIEJAS, c)
    if (lstatSync(join(dataDir, c), { throwIfNoEntry: false })) {
      rmSync(vieja, { recursive: true, force: true })
      renameSync(join(dataDir, c), vieja)
    }
    renameSync(nueva, join(dataDir, c))
  }
}

/**
 * End what a restore has left to do, cut short or not: where the database has its rows, its files take their place, or else
 * they go.
 */
export async function finishRelevo(db: pg.Pool | pg.ClientBase, dataDir: string): Promise<void> {
  let relevo: Relevo
  try {
    relevo = JSON.parse(readFileSync(join(dataDir, SALA, CUAL), 'utf8'))
  } catch {
    // None, or one that had not come to its first file.
    return dropRelevo(dataDir)
  }
  if (await isRestaurada(db, relevo.id)) exchange(dataDir, relevo.carpetas)
  dropRelevo(dataDir)
}
