import type pg from 'pg'
import { holdSalidas } from '../avisos/service-salidas'
import { dbDe } from '../db/cliente'
import { applyMigraciones, lockEsquema } from '../db/migrate'
import { transact } from '../db/transaccion'
import { ErrorArranque } from '../errores-arranque'
import { layAside, noteManuales } from '../manuales/traslado'
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
  resetNumeros,
  type Tabla,
  writeFilas,
} from './repo'

const FILAS_POR_ESCRITURA = 1000
const LETRAS_POR_ESCRITURA = 4 << 20
/** What PostgreSQL says of values that do not fit (22), that break a rule (23), or that no column takes (42). */
const POR_LA_FILA = /^(22|23|42)/

/** Write the rows of one table after another, some at a time. */
function createEscritor(cliente: pg.ClientBase) {
  let tabla: Tabla | null = null
  let filas: string[] = []
  let letras = 0
  const flush = async () => {
    if (tabla && filas.length)
      await writeFilas(cliente, tabla, filas).catch((e) => {
        if (!POR_LA_FILA.test(e.code ?? '')) throw e
        throw new ErrorArranque(
          `La copia no se puede restaurar: la tabla ${tabla?.nombre} tiene una fila que no vale (${e.message}).`,
        )
      })
    filas = []
    letras = 0
  }
  return {
    async open(nueva: Tabla | null): Promise<void> {
      await flush()
      tabla = nueva
    },
    async add(fila: string): Promise<void> {
      filas.push(fila)
      letras += fila.length
      if (filas.length >= FILAS_POR_ESCRITURA || letras > LETRAS_POR_ESCRITURA) await flush()
    },
  }
}

/**
 * Rows into the tables as they were then, and then, with the tables as they are now, the files.
 * @param finish brings the filled tables up to date
 */
async function load(cliente: pg.ClientBase, archivo: string, finish: () => Promise<void>): Promise<void> {
  const enOrden = await listTablas(cliente)
  const tablas = new Map(enOrden.map((t) => [t.nombre, t]))
  const checkReferencias = await allowPosteriores(cliente, enOrden)
  const escritor = createEscritor(cliente)
  const archivos = createEscritorArchivos(cliente)
  let terminada = false
  const end = async () => {
    if (terminada) return
    terminada = true
    await escritor.open(null)
    await checkReferencias().catch((e) => {
      if (!POR_LA_FILA.test(e.code ?? '')) throw e
      throw new ErrorArranque(
        `La copia no se puede restaurar: una fila se refiere a otra que no está (${e.message}).`,
      )
    })
    await resetNumeros(cliente)
    await finish()
  }
  await readCopia(
    archivo,
    async ({ meses }) => clearTablas(cliente, [...tablas.values()], meses),
    async (marca, linea) => {
      if ('tabla' in marca) {
        if (linea) return escritor.add(linea)
        const { tabla: nombre, columnas } = marca
        const aqui = tablas.get(nombre)
        if (!aqui) throw new ErrorArranque(`La copia tiene una tabla que aquí no existe: ${nombre}.`)
        const ajena = columnas.find((c) => !aqui.columnas.includes(c))
        if (ajena)
          throw new ErrorArranque(`La copia tiene una columna que aquí no existe: ${nombre}.${ajena}.`)
        return escritor.open({ nombre, columnas })
      }
      await end()
      if ('archivo' in marca && linea) return archivos.add(linea)
      return archivos.open('archivo' in marca ? marca.archivo : null)
    },
  )
}

/**
 * Put the copy in the place of what is there. It is read to its end before anything is touched. Then all of the database is
 * replaced in one transaction: the schema is made as it was then, filled, and brought up to date. Whatever fails or is cut
 * short before leaves all as it was. Throws ErrorArranque where something is there already and `sobrescribir` does not say so, while Retorna is at work, and for what is not known.
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
    // A Retorna that starts meanwhile waits with its schema, and then finds all of it done.
    await lockEsquema(guarda)
    await checkSitio(guarda, dataDir, sobrescribir)
    await transact(pool, async (cliente) => {
      await dropTodo(cliente)
      await applyMigraciones(cliente, { solo: migraciones })
      await allowReemplazo(cliente, true)
      await load(cliente, archivo, async () => {
        await allowReemplazo(cliente, false)
        await applyMigraciones(cliente)
        await noteManuales(dbDe(cliente))
        // What waits in the copy may have left long ago, and its receivers are real.
        await holdSalidas(dbDe(cliente))
      })
    })
    // What it holds is not of the copy.
    await layAside(dataDir)
    await countTodo(guarda)
  } finally {
    guarda.release(true)
  }
  return { filas, archivos }
}
