import type pg from 'pg'
import { holdSalidas } from '../../avisos/avisos/delivery/service-salidas'
import { holdClavesApi } from '../../personas/claves-api/service'
import { layAside, noteManuales } from '../../personas/manuales/file-migration'
import { ErrorStartup } from '../../platform/config/startup-errors'
import { dbOf } from '../../platform/db/client'
import { applyMigrations, lockSchema } from '../../platform/db/migrate'
import { transact } from '../../platform/db/transaccion'
import { createEscritorArchivos } from './archivos'
import { checkCopia, checkSitio } from './check'
import { readCopia } from './formato'
import {
  allowPosteriores,
  allowReemplazo,
  clearTablas,
  countTodo,
  dropTodo,
  listTablas,
  resetNumbers,
  type Tabla,
  writeRows,
} from './repo'

const FILAS_POR_ESCRITURA = 1000
const LETRAS_POR_ESCRITURA = 4 << 20
/** SQLSTATE classes of PostgreSQL: invalid values (22), violated constraints (23), and unknown columns (42). */
const POR_LA_FILA = /^(22|23|42)/

/** Writes the rows of one table after another, in batches. */
function createEscritor(client: pg.ClientBase) {
  let tabla: Tabla | null = null
  let filas: string[] = []
  let letters = 0
  const flush = async () => {
    if (tabla && filas.length)
      await writeRows(client, tabla, filas).catch((e) => {
        if (!POR_LA_FILA.test(e.code ?? '')) throw e
        throw new ErrorStartup(
          `La copia no se puede restaurar: la tabla ${tabla?.nombre} tiene una fila que no vale (${e.message}).`,
        )
      })
    filas = []
    letters = 0
  }
  return {
    async open(nueva: Tabla | null): Promise<void> {
      await flush()
      tabla = nueva
    },
    async add(row: string): Promise<void> {
      filas.push(row)
      letters += row.length
      if (filas.length >= FILAS_POR_ESCRITURA || letters > LETRAS_POR_ESCRITURA) await flush()
    },
  }
}

/**
 * Loads the rows into the tables of the backup's version; then the files, with the tables of the present version.
 * @param finish migrates the loaded tables to the present version
 */
async function load(client: pg.ClientBase, archivo: string, finish: () => Promise<void>): Promise<void> {
  const enOrden = await listTablas(client)
  const tablas = new Map(enOrden.map((t) => [t.nombre, t]))
  const checkReferencias = await allowPosteriores(client, enOrden)
  const escritor = createEscritor(client)
  const archivos = createEscritorArchivos(client)
  let terminada = false
  const end = async () => {
    if (terminada) return
    terminada = true
    await escritor.open(null)
    await checkReferencias().catch((e) => {
      if (!POR_LA_FILA.test(e.code ?? '')) throw e
      throw new ErrorStartup(
        `La copia no se puede restaurar: una fila se refiere a otra que no está (${e.message}).`,
      )
    })
    await resetNumbers(client)
    await finish()
  }
  await readCopia(
    archivo,
    async ({ meses }) => clearTablas(client, [...tablas.values()], meses),
    async (marca, linea) => {
      if ('tabla' in marca) {
        if (linea) return escritor.add(linea)
        const { tabla: nombre, columnas } = marca
        const here = tablas.get(nombre)
        if (!here) throw new ErrorStartup(`La copia tiene una tabla que aquí no existe: ${nombre}.`)
        const ajena = columnas.find((c) => !here.columnas.includes(c))
        if (ajena)
          throw new ErrorStartup(`La copia tiene una columna que aquí no existe: ${nombre}.${ajena}.`)
        return escritor.open({ nombre, columnas })
      }
      await end()
      if ('archivo' in marca && linea) return archivos.add(linea)
      return archivos.open('archivo' in marca ? marca.archivo : null)
    },
  )
}

/**
 * Replaces everything by the backup. The backup is read to its end before anything is changed. Then the whole database is replaced in one
 * transaction: the schema of the backup's version is created, filled and migrated. Any failure before the commit leaves everything as it
 * was. Throws ErrorStartup if there are data and `sobrescribir` is not given, while Retorna runs, and for an unknown version.
 */
export async function restoreTodo(
  pool: pg.Pool,
  dataDir: string,
  archivo: string,
  sobrescribir: boolean,
): Promise<{ filas: number; archivos: number }> {
  const { migraciones, filas, archivos } = await checkCopia(archivo)
  const guarda = await pool.connect()
  try {
    // A Retorna that starts meanwhile waits for the schema lock, and then finds the restored data.
    await lockSchema(guarda)
    await checkSitio(guarda, dataDir, sobrescribir)
    await transact(pool, async (client) => {
      await dropTodo(client)
      await applyMigrations(client, { solo: migraciones })
      await allowReemplazo(client, true)
      await load(client, archivo, async () => {
        await allowReemplazo(client, false)
        await applyMigrations(client)
        await noteManuales(dbOf(client))
        // Deliveries that wait in the backup may have been sent long ago, and their receivers are real.
        await holdSalidas(dbOf(client))
        // Some of its API keys may have been revoked since; the backup cannot know which.
        await holdClavesApi(dbOf(client))
      })
    })
    // The old folder does not belong to the backup.
    await layAside(dataDir)
    await countTodo(guarda)
  } finally {
    guarda.release(true)
  }
  return { filas, archivos }
}
